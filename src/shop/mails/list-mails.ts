import {
  Described,
  List,
  OneOf,
  page_parameters,
  SHORT_PAGES,
} from '../../platform/core/fields.ts';
import { listPage, readCursor } from '../../platform/core/pagination.ts';
import { CustomerId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { MAIL_KINDS, MAIL_STATUSES, Mail, showMail } from './mail.rules.ts';
import { listMailRows } from './mail.sql.ts';

export const listMails = operation({
  method: 'GET',
  path: '/list-mails',
  summary: 'List the mails to buyers: sent, waiting and failed',
  description:
    'Newest first. `get-mail` shows what one says. Instants of sending are real time, also in a test ' +
    'store whose clock is ahead; `created_at` is by the clock of the store. Kept for 90 days. ' +
    SHORT_PAGES,
  scope: 'read',
  input: Type.Object({
    customer_id: Type.Optional(Described('Only those to this customer', CustomerId)),
    to: Type.Optional(
      Type.String({
        description: 'Only those to this address, as it was written',
        examples: ['ada@example.com'],
      }),
    ),
    kind: Type.Optional(OneOf([...MAIL_KINDS], { description: 'Only mails of this kind' })),
    status: Type.Optional(OneOf([...MAIL_STATUSES], { description: 'Only mails in this state' })),
    ...page_parameters,
  }),
  output: List(Mail),
  errors: [],
  async read({ input, reader }) {
    const { limit, cursor, to: recipient, ...others } = input;
    const filter = { ...others, recipient };
    const [before] = readCursor(cursor, 'mails', ['']) ?? [LAST];
    const { rows, end } = await listMailRows(reader, filter, { before, limit: limit + 1 });
    return listPage(rows, {
      list: 'mails',
      limit,
      show: showMail,
      end,
      cursor: (row) => [row.mail_id],
    });
  },
});

const LAST = 'mail_z'; // Behind every identifier, in any collation.
