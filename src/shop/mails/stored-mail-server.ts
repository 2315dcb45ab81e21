import type { Secrets } from '../../platform/core/secrets.ts';
import type { Reader } from '../../platform/db/database.ts';
import { type MailServer, readMailServer } from '../../platform/machine/mail-server.ts';
import { findMailServer, type MailServerRow } from './mail-server.sql.ts';

const PLACE = ['mail server'] as const;

export const sealPassword = (secrets: Pick<Secrets, 'seal'>, password: string): string =>
  secrets.seal(password, [...PLACE]);

/** The password; null where there is none, or it was sealed with a secret that was lost. */
export const openPassword = (
  secrets: Pick<Secrets, 'open'>,
  { sealed_password }: Pick<MailServerRow, 'sealed_password'>,
): string | null =>
  sealed_password === null ? null : (secrets.open(sealed_password, [...PLACE]) ?? null);

/** A server that was set in the dashboard, read as if it were in the environment. */
export function mailServerOf(
  { host, port, tls, user_name, from_name, from_address }: MailServerRow,
  password: string | null,
): MailServer | undefined {
  const user = user_name === null ? '' : `${encodeURIComponent(user_name)}:${encoded(password)}@`;
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url =
    tls === 'from_start' ? `smtps://${user}${place}` : `smtp://${user}${place}?tls=${tls}`;
  const from = from_name === null ? from_address : `${from_name} <${from_address}>`;
  const values = new Map([
    ['KASSA_SMTP_URL', url],
    ['KASSA_MAIL_FROM', from],
  ]);
  return readMailServer((name) => values.get(name));
}

const encoded = (password: string | null): string => encodeURIComponent(password ?? '');

/** The server that was set in the dashboard; undefined when none was. */
export async function readStoredMailServer(
  reader: Reader,
  secrets: Pick<Secrets, 'open'>,
): Promise<MailServer | undefined> {
  const row = await findMailServer(reader);
  return row && mailServerOf(row, openPassword(secrets, row));
}
