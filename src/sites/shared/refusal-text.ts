import type { Words } from '../../../texts/words.ts';
import type { ErrorCode } from '../../platform/core/errors.ts';

type KnownRefusal = Exclude<keyof Words['refusals'], 'other'> & ErrorCode;

/** A refusal as the reader is told of it: the API's own message is for programmers. */
export const refusalText = ({ refusals }: Pick<Words, 'refusals'>, code: ErrorCode): string =>
  hasText(refusals, code) ? refusals[code] : refusals.other;

const hasText = (refusals: Words['refusals'], code: ErrorCode): code is KnownRefusal =>
  Object.hasOwn(refusals, code);
