import { timingSafeEqual } from 'node:crypto';
import type { Reader } from '../../../platform/db/database.ts';
import { findLinkedInvoice, type LinkedInvoice } from './invoice.sql.ts';

const ID_SYMBOLS = 28;
const TOKEN = /^[0-9a-z]{52}$/;

/** The document with this token, whichever store it is of; undefined if there is none. */
export async function findInvoiceByToken(
  reader: Reader,
  token: string,
): Promise<LinkedInvoice | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const invoice = await findLinkedInvoice(reader, `inv_${token.slice(0, ID_SYMBOLS)}`);
  const given = Buffer.from(token.slice(ID_SYMBOLS));
  const secret = Buffer.from(invoice?.secret ?? '');
  return given.length === secret.length && timingSafeEqual(given, secret) ? invoice : undefined;
}
