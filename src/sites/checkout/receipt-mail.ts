import { idPrefixAt } from '../../platform/core/ids.ts';
import { isoInstant } from '../../platform/core/time.ts';
import type { MailRow } from '../../shop/mails/mail.rules.ts';
import { listPurchaseMails } from '../../shop/mails/mail.sql.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import type { Visit } from './visit.ts';

/** What became of the mail about a purchase, and where it went; undefined if there is none. */
export async function receiptMailText(
  { checkout, store, work, words: { after } }: Visit,
  { customer_id, invoice_token }: TransactionRow,
): Promise<string | undefined> {
  const since = idPrefixAt('mail', checkout.created_at);
  const mails = await listPurchaseMails(work.reader, { customer_id, since });
  const paid_at = isoInstant(checkout.completed_at ?? 0);
  const mail = mails.find((one) => isAbout(one, { paid_at, invoice_token }));
  if (!mail) return undefined;
  const { recipient: to, status } = mail;
  if (status === 'sent') return after.mailSent(to);
  if (status === 'kept') return after.mailKept(to);
  if (status === 'failed') return after.mailFailed({ to, shop: store.name });
  // A live store without a mail server has not begun to send it, and may never do.
  return status === 'canceled' || !work.services.mailer ? undefined : after.mailQueued(to);
}

function isAbout(
  { data }: MailRow,
  paid: { paid_at: string; invoice_token: string | null },
): boolean {
  const letter: { paid_at?: string; invoice_url?: string | null } = JSON.parse(data);
  const { paid_at, invoice_url } = letter;
  return paid_at === paid.paid_at && (invoice_url ?? '').includes(paid.invoice_token ?? '');
}
