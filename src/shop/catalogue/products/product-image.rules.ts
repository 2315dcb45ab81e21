import type { Detail } from '../../../platform/core/errors.ts';
import { whyNotPicture } from '../../store/pictures/picture-input.rules.ts';

interface SentImage {
  image?: string | null | undefined;
  image_url?: string | null | undefined;
}

/** What is wrong with the picture of a product. */
export const whyNotImage = ({ image, image_url }: SentImage): Detail[] =>
  image && image_url
    ? [{ param: 'image', code: 'not_allowed', message: 'cannot be together with image_url' }]
    : whyNotPicture('image', image);

/**
 * Where the picture of a product is: elsewhere as it is kept, one of ours (`/files/…`) below the
 * address of this installation, which may change.
 */
export const imageAddress = (base: string, kept: string | null): string | null =>
  kept?.startsWith('/') ? base + kept : kept;
