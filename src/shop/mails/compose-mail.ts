import { wordsIn } from '../../../texts/words.ts';
import type { Secrets } from '../../platform/core/secrets.ts';
import { parseBrand } from '../store/brand.rules.ts';
import { writeLetter } from './letters/letters.rules.ts';
import { headerLine, type MailRow } from './mail.rules.ts';
import type { MailSettingsRow } from './mail.sql.ts';
import { fillIn, ownTexts, parseMailSettings } from './mail-settings.rules.ts';

/** A mail as somebody reads it. */
export interface ComposedMail {
  subject: string;
  html: string;
  text: string;
  from_name: string | undefined;
  reply_to: string | null;
  /** Where whoever gets it ends such mails. */
  list_unsubscribe: string | null;
}

interface MailContext {
  settings: MailSettingsRow;
  /** Makes a license key of its seed. */
  revealKey(seed: string): string;
  /** What `data` lacks; see `openMailSecrets`. */
  secrets: Record<string, string>;
}

/** Puts a mail together: what it says, the seller's own words, and the name of the store. */
export async function composeMail(
  row: Pick<MailRow, 'kind' | 'language' | 'data'>,
  { settings: { name, mode, brand, mail_settings }, revealKey, secrets }: MailContext,
): Promise<ComposedMail> {
  const settings = parseMailSettings(mail_settings);
  // Its type is not checked here: `queueMail` has stored what this kind of mail needs.
  const data = { ...JSON.parse(row.data), ...secrets };
  if (data.license_keys) data.license_keys = data.license_keys.map(revealKey);
  const values = {
    store: name,
    name: textOf(data.customer_name),
    product: textOf(data.product_name),
  };
  // Whoever answers a mail to the team would write to the store's own customer service.
  const reply_to = row.kind === 'notification' ? null : settings.reply_to;
  const { subject, greeting } = ownTexts(settings, row.kind, row.language);
  const rendered = writeLetter({
    kind: row.kind,
    words: await wordsIn(row.language),
    brand: {
      store_name: name,
      is_test: mode === 'test',
      can_reply: reply_to !== null,
      accent_color: parseBrand(brand).accent_color,
    },
    data,
    own: {
      subject: subject === undefined ? undefined : fillIn(subject, values),
      greeting: greeting === undefined ? undefined : fillIn(greeting, values),
    },
  });
  return {
    ...rendered,
    subject: headerLine(rendered.subject),
    from_name: settings.from_name ?? undefined,
    reply_to,
    list_unsubscribe: textOf(data.stop_url) ?? null,
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The secrets of a mail; undefined when it had some and they are forgotten. */
export function openMailSecrets(
  row: Pick<MailRow, 'mail_id' | 'sealed_secrets' | 'secret_names'>,
  store_id: string,
  secrets: Secrets,
): Record<string, string> | undefined {
  if (row.secret_names === '[]') return {};
  if (row.sealed_secrets === null) return undefined;
  const text = secrets.open(row.sealed_secrets, ['mail', store_id, row.mail_id]);
  return text === undefined ? undefined : JSON.parse(text);
}

/** In place of a secret that is not shown, or forgotten. */
const HIDDEN = 'https://hidden.invalid/';

/** What stands for the secrets of a mail where they must not be seen. */
export function hiddenSecrets({ secret_names }: Pick<MailRow, 'secret_names'>) {
  const names: string[] = JSON.parse(secret_names);
  return Object.fromEntries(names.map((name) => [name, HIDDEN]));
}
