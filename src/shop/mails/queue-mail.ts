import { newId } from '../../platform/core/ids.ts';
import type { Language } from '../../platform/core/languages.ts';
import { remember } from '../../platform/core/remember.ts';
import { readUrl } from '../../platform/core/web-address.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import type { LetterData } from './letters/letters.rules.ts';
import { isMailAddress, type MailKind, type MailRow, TRIED_MS } from './mail.rules.ts';
import { insertMail } from './mail.sql.ts';
import { isMailEnabled, type MailSettings } from './mail-settings.rules.ts';
import { readMailSettings } from './read-mail-settings.ts';

/** What a mail is about, and for whom. */
interface NewMail {
  kind: MailKind;
  /** Null: the customer has no address, and gets no mail. */
  to: string | null;
  /** The language of the buyer. */
  language: Language;
  customer_id: string | null;
  data: object;
  /** More of `data`, such as a link that lets somebody in: sealed, and forgotten once it is sent. */
  secrets?: Record<string, string>;
  attachments?: { invoice_id: string }[];
  /** Real time from which it is of no use, because a link in it has expired. */
  send_before?: number | null;
  resend_of?: string;
  /** The settings of the store, if they were read already. */
  settings?: MailSettings;
}

/** A mail of one kind: data and secrets together are what its letter needs. */
interface NewMailOf<Kind extends MailKind, Secret extends keyof LetterData[Kind]> extends NewMail {
  kind: Kind;
  /** License keys are seeds, as in events. */
  data: Omit<LetterData[Kind], Secret> & { customer_name?: string | null };
  secrets?: { [name in Secret & string]: string };
}

/**
 * Queues a mail in the transaction that it reports. A test store without a mail server keeps it
 * for reading. Returns the mail, or undefined if this store does not send such mails.
 */
export const queueMail = <Kind extends MailKind, Secret extends keyof LetterData[Kind] = never>(
  context: StoreTx,
  mail: NewMailOf<Kind, Secret>,
): Promise<MailRow | undefined> => queueStoredMail(context, mail);

/** The same for a mail that was queued before, and is to be sent again. */
export async function queueStoredMail(
  context: StoreTx,
  mail: NewMail,
): Promise<MailRow | undefined> {
  const { tx, store, now, services } = context;
  if (mail.to === null) return undefined;
  const settings = mail.settings ?? (await readMailSettings(tx));
  if (!isMailEnabled(settings, mail.kind)) return undefined;
  const queued_at = services.clock(); // Real time.
  const mail_id = newId('mail', now);
  const { secrets = {}, attachments = [], send_before = null, resend_of = null } = mail;
  const secret_names = Object.keys(secrets);
  const is_good = isMailAddress(mail.to);
  const is_kept = services.mailer === undefined && store.mode === 'test';
  const status = !is_good ? 'failed' : is_kept ? 'kept' : 'queued';
  const row: MailRow = {
    mail_id,
    kind: mail.kind,
    customer_id: mail.customer_id,
    recipient: mail.to,
    language: settings.language ?? mail.language,
    message_id: `<${mail_id}@${services.mailer?.domain ?? hostOf(services.base_url)}>`,
    data: JSON.stringify(mail.data),
    sealed_secrets:
      secret_names.length > 0
        ? services.secrets.seal(JSON.stringify(secrets), ['mail', store.store_id, mail_id])
        : null,
    secret_names: JSON.stringify(secret_names),
    attachments: JSON.stringify(attachments),
    resend_of,
    status,
    attempts: 0,
    response: is_good ? null : 'Mail cannot be sent to an address that is written like this.',
    queued_at,
    next_attempt_at: status === 'queued' ? queued_at : null,
    give_up_at: queued_at + TRIED_MS,
    send_before,
    last_attempt_at: null,
    sent_at: null,
    created_at: now,
  };
  await insertMail(tx, row);
  return row;
}

const hostOf = remember(10, (url: string) => readUrl(url)?.hostname ?? 'localhost');
