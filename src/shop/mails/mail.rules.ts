import type { Static } from 'typebox';
import type { Detail } from '../../platform/core/errors.ts';
import { Id, Instant, Nullable, OneOf } from '../../platform/core/fields.ts';
import { LANGUAGES, type Language } from '../../platform/core/languages.ts';
import { Type } from '../../platform/core/schema.ts';
import {
  DAY_MS,
  HOUR_MS,
  isoInstant,
  isoInstantOrNull,
  MINUTE_MS,
} from '../../platform/core/time.ts';

/**
 * What a mail can be about. A seller can switch each of them off for all, but for `test`, and for
 * `notification`, which each of the team chooses.
 */
export const MAIL_KINDS = [
  ...(['purchase', 'renewal', 'trial_ending', 'renewal_coming', 'payment_failed'] as const),
  ...(['confirmation_needed', 'card_expiring', 'plan_changed', 'canceled', 'refunded'] as const),
  ...(['sign_in', 'new_key', 'invoice_corrected', 'notification', 'test'] as const),
];

export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_STATUSES = ['queued', 'sending', 'sent', 'failed', 'kept', 'canceled'] as const;

export const MailId = Id('mail_1tq3v9w0e00h4rk6m2x8pz7ycn5', 'The mail. `list-mails` lists them');

const nullableInstant = Nullable(Type.String({ format: 'date-time' }));

export const Mail = Type.Object({
  mail_id: MailId,
  object: Type.Literal('mail'),
  kind: OneOf([...MAIL_KINDS], { examples: ['purchase'] }),
  status: OneOf([...MAIL_STATUSES], {
    description:
      'kept: no mail server is set up, and this is a test store; canceled: it was of no use any more',
    examples: ['sent'],
  }),
  customer_id: Nullable(Type.String({ examples: ['user_42'] })),
  to: Type.String({ examples: ['ada@example.com'] }),
  language: OneOf([...LANGUAGES], { examples: ['en'] }),
  message_id: Type.String({
    description: 'The same at every attempt to send it',
    examples: ['<mail_1tq3v9w0e00h4rk6m2x8pz7ycn5@example.com>'],
  }),
  attachments: Type.Array(Type.Object({ invoice_id: Type.String() }), { examples: [[]] }),
  resend_of: Nullable(MailId),
  attempts: Type.Integer({ examples: [1] }),
  response: Nullable(
    Type.String({
      description: 'What the mail server said last, or why it could not be asked',
      examples: ['250 2.0.0 Ok: queued as 4B5C6D'],
    }),
  ),
  last_attempt_at: nullableInstant,
  next_attempt_at: nullableInstant,
  sent_at: nullableInstant,
  created_at: Instant,
});

export interface MailRow {
  mail_id: string;
  kind: MailKind;
  customer_id: string | null;
  recipient: string;
  language: Language;
  message_id: string;
  /** What it says, as JSON; without its secrets, and with seeds for license keys. */
  data: string;
  sealed_secrets: string | null;
  /** What the secrets are called in `data`: string[] as JSON. */
  secret_names: string;
  /** { invoice_id }[] as JSON. */
  attachments: string;
  resend_of: string | null;
  status: (typeof MAIL_STATUSES)[number];
  attempts: number;
  response: string | null;
  queued_at: number;
  next_attempt_at: number | null;
  give_up_at: number;
  send_before: number | null;
  last_attempt_at: number | null;
  sent_at: number | null;
  /** By the clock of the store; all other instants are real time. */
  created_at: number;
}

export const showMail = (row: MailRow): Static<typeof Mail> => ({
  mail_id: row.mail_id,
  object: 'mail',
  kind: row.kind,
  status: row.status,
  customer_id: row.customer_id,
  to: row.recipient,
  language: row.language,
  message_id: row.message_id,
  attachments: JSON.parse(row.attachments),
  resend_of: row.resend_of,
  attempts: row.attempts,
  response: row.response,
  last_attempt_at: isoInstantOrNull(row.last_attempt_at),
  next_attempt_at: isoInstantOrNull(row.next_attempt_at),
  sent_at: isoInstantOrNull(row.sent_at),
  created_at: isoInstant(row.created_at),
});

/** For how long a mail is tried. */
export const TRIED_MS = 3 * DAY_MS;

// Then every six hours.
const PAUSES_MS = [
  ...[MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS],
];
const JITTER = 0.2;

/** When a mail that was put off is tried again; null when its time is over. `random` is 0 to 1. */
export function retryAt(
  row: Pick<MailRow, 'attempts' | 'give_up_at'>,
  now: number,
  random: number,
): number | null {
  const pause = PAUSES_MS[Math.min(row.attempts, PAUSES_MS.length - 1)] ?? MINUTE_MS;
  const at = now + Math.round(pause * (1 + JITTER * (random * 2 - 1)));
  return at <= row.give_up_at ? at : null;
}

/** Pauses after a server took no mail: by how often that was so before. */
const SERVER_PAUSES_MS = [5_000, 15_000, 30_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS];

export const serverPause = (failures: number): number =>
  SERVER_PAUSES_MS[Math.min(failures, SERVER_PAUSES_MS.length - 1)] ?? MINUTE_MS;

// Letters, digits and the signs that need no quotes, as almost all addresses are written. A comma,
// a quote or a bracket would mean something else in the header of a mail.
const ADDRESS = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

/** Whether a mail can be sent there: a part of what the API accepts as an e-mail address. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text) && text.length <= 254;

/** Refuses an address that mail cannot be sent to. */
export const whyNotAddress = (
  param: string,
  address: string | null | undefined,
  message = 'must be an address that mail can be sent to',
): Detail[] =>
  typeof address !== 'string' || isMailAddress(address)
    ? []
    : [{ param, code: 'invalid_format', message }];

/** Text for one line of a header: what could begin another line is left out. */
export const headerLine = (text: string, most = 200): string =>
  [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, most).join('');

/** What a mail server answered, as it may be stored and shown. */
export const shownResponse = (text: string): string => headerLine(text, 500);
