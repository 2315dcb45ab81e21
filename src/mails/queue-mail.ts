import { newId } from '../core/ids.ts';
import type { Language } from '../core/languages.ts';
import type { StoreTx } from '../operation/work.ts';
import { isMailAddress, type MailKind, type MailRow, TRIED_MS } from './mail.rules.ts';
import { findMailSettings, insertMail } from './mail.sql.ts';
import { isMailEnabled, parseMailSettings } from './mail-settings.rules.ts';

export interface NewMail {
  kind: MailKind;
  /** Null: the customer has no address, and gets no mail. */
  to: string | null;
  /** The language of the buyer. */
  language: Language;
  customer_id: string | null;
  /**
   * What it tells. `license_keys`, if there are any, are seeds, as events have them; the name of
   * the customer and of the product are filled into the seller's own texts.
   */
  data: {
    customer_name?: string | null;
    product_name?: string | null;
    license_keys?: string[];
    [fact: string]: unknown;
  };
  /** More of `data`, such as a link that lets somebody in: sealed, and forgotten once it is sent. */
  secrets?: Record<string, string>;
  attachments?: { invoice_id: string }[];
  /** Real time from which it is of no use, because a link in it has expired. */
  send_before?: number;
  resend_of?: string;
}

/**
 * Queues a mail in the transaction of what it tells. A test store without a mail server keeps it
 * for reading. Returns the mail, or undefined if this store does not send such mails.
 */
export async function queueMail(inside: StoreTx, mail: NewMail): Promise<MailRow | undefined> {
  const { tx, store, now, services } = inside;
  if (mail.to === null) return undefined;
  const settings = parseMailSettings((await findMailSettings(tx))?.mail_settings ?? '{}');
  if (!isMailEnabled(settings, mail.kind)) return undefined;
  const wall = services.clock();
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
    queued_at: wall,
    next_attempt_at: status === 'queued' ? wall : null,
    give_up_at: wall + TRIED_MS,
    send_before,
    last_attempt_at: null,
    sent_at: null,
    created_at: now,
  };
  await insertMail(tx, row);
  return row;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : 'localhost');
