import { Described, Id, List, page_parameters } from '../../platform/core/fields.ts';
import { readCursor, writeCursor } from '../../platform/core/pagination.ts';
import { CustomerId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import type { Reader } from '../../platform/db/database.ts';
import { listEventsOfCustomer } from '../../platform/operation/event.sql.ts';
import { operation } from '../../platform/operation/operation.ts';
import { showAdjustment } from '../customers/adjustment.rules.ts';
import { listAdjustments } from '../customers/balance.sql.ts';
import type { RevealKey } from '../licenses/license-key.rules.ts';
import { showMail } from '../mails/mail.rules.ts';
import { listMailRows } from '../mails/mail.sql.ts';
import { listInvoiceRows } from '../money/invoices/invoice.sql.ts';
import { showInvoice } from '../money/invoices/invoice-record.rules.ts';
import { Activity, activity, type Happened, isAbout, mergeNewest } from './activity.rules.ts';
import { showEvent } from './event.rules.ts';

export const listCustomerActivity = operation({
  method: 'GET',
  path: '/list-customer-activity',
  summary: 'List everything that happened to a customer',
  description:
    'One list, newest first: the events of the customer and of all that is theirs (payments, ' +
    'refunds, subscriptions, licenses and devices), invoices, mails, and what was put on the ' +
    'balance by hand. With `record_id`, a page may be short, even empty, while `has_more` is true: ' +
    'go on with `next_cursor`.',
  scope: 'read',
  input: Type.Object({
    customer_id: Described('Whose', CustomerId),
    record_id: Type.Optional(
      Id(
        'txn_1tq3v9w0e00h4rk6m2x8pz7ycn5',
        'Only what is about this transaction, subscription or license, or names it',
      ),
    ),
    ...page_parameters,
  }),
  output: List(Activity),
  errors: [],
  example: { customer_id: 'user_42' },
  async read({ input, reader, services }) {
    const { customer_id, record_id, limit } = input;
    const places = readCursor(input.cursor, 'activity', [0, 0, '', '']) ?? FIRST;
    const most = record_id === undefined ? limit + 1 : READ_MAX;
    const { base_url, licensing } = services;
    const whose = { reader, base_url, revealKey: licensing.revealKey, customer_id };
    const reads = await readAll(whose, places, most);
    const fits = (one: Parameters<typeof isAbout>[0]) =>
      record_id === undefined || isAbout(one, record_id);
    const { data, next } = mergeNewest(reads, places, { limit, fits });
    return {
      object: 'list' as const,
      data,
      has_more: next !== undefined,
      next_cursor: next === undefined ? null : writeCursor('activity', next),
    };
  },
});

/** Of the events, invoices, mails and adjustments: behind all of them. */
type Places = [events: number, invoices: number, mails: string, adjustments: string];
const FIRST: Places = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'mail_z', 'adj_z'];

// What is about one record may be rare, so a page reads a limited number to find it.
const READ_MAX = 1_000;

interface Whose {
  reader: Reader;
  base_url: string;
  revealKey: RevealKey;
  customer_id: string;
}

async function readAll(
  { reader, base_url, revealKey, customer_id }: Whose,
  [events_before, invoices_before, mails_before, adjustments_before]: Places,
  limit: number,
) {
  const upTo = <Place>(rows: Happened<Place>[]) => ({ rows, is_cut: rows.length === limit });
  const events = await listEventsOfCustomer(reader, { customer_id, before: events_before, limit });
  const { rows: invoices } = await listInvoiceRows(
    reader,
    { customer_id },
    { before: invoices_before, limit },
  );
  const { rows: mails } = await listMailRows(
    reader,
    { customer_id },
    { before: mails_before, limit },
  );
  const adjusted = { customer_id, before: adjustments_before, limit };
  const adjustments = await listAdjustments(reader, adjusted);
  return [
    upTo(
      events.map((row) => ({
        at: row.created_at,
        place: row.sequence,
        show: () => activity(row.type, row.created_at, showEvent(row, revealKey).data),
      })),
    ),
    upTo(
      invoices.map((row) => ({
        at: row.created_at,
        place: row.position,
        show: () => activity('invoice.created', row.created_at, showInvoice(row, base_url)),
      })),
    ),
    upTo(
      mails.map((row) => ({
        at: row.created_at,
        place: row.mail_id,
        show: () => activity('mail.created', row.created_at, showMail(row)),
      })),
    ),
    upTo(
      adjustments.map((row) => ({
        at: row.created_at,
        place: row.adjustment_id,
        show: () => activity('balance.adjusted', row.created_at, showAdjustment(row)),
      })),
    ),
  ] as const satisfies unknown[];
}
