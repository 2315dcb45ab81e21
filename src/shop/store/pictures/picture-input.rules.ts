import type { Detail } from '../../../platform/core/errors.ts';
import { Nullable } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import { PICTURE_BYTES_MAX, PICTURE_TEXT_MAX, readUpload } from './picture.rules.ts';

/** A parameter that is a picture. */
export const PictureInput = (description: string) =>
  Nullable(
    Type.Refine(
      Type.String({
        description:
          `${description}: the bytes of a PNG, JPEG or WebP file in base64, or a data: URL; ` +
          `at most ${PICTURE_BYTES_MAX / 1000} kB. null removes it`,
        examples: [
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        ],
      }),
      (text) => text.length <= PICTURE_TEXT_MAX,
      () => `must be at most ${PICTURE_BYTES_MAX / 1000} kB`,
    ),
  );

/** What is wrong with a picture that was sent. */
export function whyNotPicture(param: string, sent: string | null | undefined): Detail[] {
  const picture = typeof sent === 'string' ? readUpload(sent) : undefined;
  return typeof picture === 'string' ? [{ param, code: 'invalid_format', message: picture }] : [];
}
