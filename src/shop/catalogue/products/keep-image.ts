import type { Tx } from '../../../platform/db/database.ts';
import { picturePath } from '../../store/brand.rules.ts';
import { keepPicture } from '../../store/keep-picture.ts';
import { readUpload } from '../../store/pictures/picture.rules.ts';

interface Sent {
  image?: string | null | undefined;
  image_url?: string | null | undefined;
}

/** The `image_url` to keep, if one was sent: that of an uploaded picture begins with `/files/`. */
export async function keepImage(
  tx: Tx,
  { image, image_url }: Sent,
  { store_number, now }: { store_number: number; now: number },
): Promise<{ image_url?: string | null }> {
  if (!image) {
    const is_sent = image !== undefined || image_url !== undefined;
    return is_sent ? { image_url: image_url ?? null } : {};
  }
  const uploaded = readUpload(image);
  if (typeof uploaded === 'string') throw new Error('the picture was checked before');
  const picture = await keepPicture(tx, 'image', uploaded, now);
  return { image_url: picturePath(store_number, picture) };
}
