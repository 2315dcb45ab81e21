import { refuseParameters } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Picture } from './brand.rules.ts';
import type { UploadedPicture } from './pictures/picture.rules.ts';
import { countFiles, keepFile } from './store-file.sql.ts';

/** Pictures are kept for ever, since invoices show the one that was there when they were issued. */
const FILES_MAX = 1_000;

/** Keeps an uploaded picture of the store; the same one is kept once. */
export async function keepPicture(
  tx: Tx,
  param: string,
  { bytes, file_name, width, height }: UploadedPicture,
  created_at: number,
): Promise<Picture> {
  await keepFile(tx, { file_name, bytes: bytes.toString('base64'), created_at });
  if ((await countFiles(tx)) > FILES_MAX) {
    const message = `would be more than the ${FILES_MAX} pictures that a store can have had`;
    throw refuseParameters([{ param, code: 'not_allowed', message }]);
  }
  return { file_name, width, height };
}
