import type { Detail } from '../../../platform/core/errors.ts';
import {
  Default,
  Described,
  EXAMPLE_CURSOR,
  Nullable,
  OneOf,
  Text,
} from '../../../platform/core/fields.ts';
import { LIMITS } from '../../../platform/core/limits.ts';
import { writeCursor } from '../../../platform/core/pagination.ts';
import { CustomerId, ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { countRecords, filtersOf, findPlace, PAGED_LISTS } from './page.sql.ts';

const MOST = LIMITS.records_counted;
// By hand: this is read at every start, and the first use of Intl takes 25 ms.
const MOST_TEXT = String(MOST).replace(/000$/, ',000');

export const findPage = operation({
  method: 'GET',
  path: '/find-page',
  summary: 'Find a page of a list by its number',
  description:
    'For tables with page numbers. Send `cursor` and `page_size` as `limit` to the operation of ' +
    'the list, with the same filters (`payments`: get-transactions with `refunds: false`; ' +
    `\`products\`: with \`status: all\` unless one is given). Counts up to ${MOST_TEXT} ` +
    'records, or looks at as many with several filters, and goes no further: a cursor does.',
  scope: 'read',
  input: Type.Object({
    list: OneOf([...PAGED_LISTS], { description: 'Which list', examples: ['customers'] }),
    page_number: Default(
      1,
      Type.Integer({ minimum: 1, maximum: MOST, description: 'Which page; the first is 1' }),
    ),
    page_size: Default(
      10,
      Type.Integer({ minimum: 1, maximum: 100, description: 'How many records a page has' }),
    ),
    customer_id: Type.Optional(Described('Only those of this customer', CustomerId)),
    product_id: Type.Optional(Described('Only those of this product', ProductId)),
    status: Type.Optional(
      Text(1, 40, { description: 'Only those in this state', examples: ['active'] }),
    ),
  }),
  output: Type.Object({
    object: Type.Literal('page'),
    total_records: Type.Integer({ examples: [230] }),
    total_pages: Type.Integer({ examples: [23] }),
    is_capped: Type.Boolean({
      description: 'There are more records than were counted',
      examples: [false],
    }),
    is_empty: Type.Boolean({ description: 'No record is on this page', examples: [false] }),
    cursor: Nullable(
      Type.String({
        description: 'Where the page begins; null: at the first',
        examples: [EXAMPLE_CURSOR],
      }),
    ),
  }),
  errors: [],
  example: { list: 'payments', page_number: 2, page_size: 50 },
  check({ list, page_number = 1, page_size = 10, ...filter }) {
    const given = Object.entries(filter).filter(([, value]) => (value ?? null) !== null);
    const known: readonly string[] = list === undefined ? Object.keys(filter) : filtersOf(list);
    const other = given.map(([param]) => param).filter((param) => !known.includes(param));
    return [...whyNotPage(page_number * page_size), ...other.map((param) => notOf(param, list))];
  },
  async read({ input, reader }) {
    const { list, page_number, page_size, ...filter } = input;
    const found = { list, filter, most: MOST + 1 };
    const { records, is_capped } = await countRecords(reader, found);
    const total_records = Math.min(records, MOST);
    const skipped = (page_number - 1) * page_size;
    const is_empty = skipped >= total_records;
    const place =
      skipped === 0 || is_empty
        ? undefined
        : await findPlace(reader, { ...found, skipped: skipped - 1 });
    const name = list === 'payments' ? 'transactions' : list;
    return {
      object: 'page' as const,
      total_records,
      total_pages: Math.ceil(total_records / page_size),
      is_capped,
      is_empty: is_empty || (skipped > 0 && place === undefined),
      cursor: place === undefined ? null : writeCursor(name, [place]),
    };
  },
});

const whyNotPage = (last_record: number): Detail[] =>
  last_record <= MOST
    ? []
    : [
        {
          param: 'page_number',
          code: 'too_large',
          message: `must be within the first ${MOST_TEXT} records`,
        },
      ];

const notOf = (param: string, list: string | undefined): Detail => ({
  param,
  code: 'not_allowed',
  message: `is no filter of ${list}`,
});
