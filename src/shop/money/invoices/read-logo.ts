import type { Reader } from '../../../platform/db/database.ts';
import { findOwnFile } from '../../store/store-file.sql.ts';
import type { InvoiceDocument } from './invoice.rules.ts';
import type { Logo } from './pdf/logo.ts';

/** The logo that a document was issued with, if it is of a kind that a PDF can contain. */
export async function readLogo(
  reader: Reader,
  { logo }: InvoiceDocument,
): Promise<Logo | undefined> {
  if (!logo || !/\.(?:png|jpg)$/.test(logo.file_name)) return undefined;
  const file = await findOwnFile(reader, logo.file_name);
  return file && { data: Buffer.from(file.bytes, 'base64') };
}
