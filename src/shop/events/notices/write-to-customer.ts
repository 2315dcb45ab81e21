import type { StoreTx } from '../../../platform/operation/work.ts';
import { findAddressee } from '../../customers/addressee.sql.ts';
import type { LetterData, LetterKind } from '../../mails/letters/letters.rules.ts';
import { parseMailSettings } from '../../mails/mail-settings.rules.ts';
import { queueMail } from '../../mails/queue-mail.ts';
import { invoiceIdIn } from '../../money/invoices/invoice-address.rules.ts';

/**
 * Queues a mail to a customer, in the customer's language; none if there is no address. `paid_as`:
 * the address that was given with a payment, for its receipt.
 */
export async function writeToCustomer<Kind extends LetterKind>(
  context: StoreTx,
  kind: Kind,
  customer_id: string,
  data: LetterData[Kind],
  paid_as?: string,
): Promise<void> {
  const found = await findAddressee(context.tx, customer_id);
  const to = paid_as ?? found?.email;
  if (!found || !to) return;
  const { name: customer_name, language } = found;
  const settings = parseMailSettings(found.mail_settings);
  const invoice_id = 'invoice_url' in data ? invoiceIdIn(String(data.invoice_url)) : undefined;
  const attachments = invoice_id === undefined ? [] : [{ invoice_id }];
  const mail = { kind, to, language: language ?? 'en', customer_id, settings, attachments };
  await queueMail(context, { ...mail, data: { ...data, customer_name } });
}

/** Where customers of the store ask for a link to the portal. */
export const portalAddress = ({ services, store }: StoreTx): string =>
  `${services.base_url}/portal/store/${store.number}`;
