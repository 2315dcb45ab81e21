import { isoInstant } from '../../platform/core/time.ts';
import type { Visit } from './visit.ts';

/** `29 January 2027, 09:30 UTC`. */
export const instantText = ({ words }: Pick<Visit, 'words'>, at: string | number): string => {
  const iso = typeof at === 'string' ? at : isoInstant(at);
  return `${words.day(iso)}, ${iso.slice(11, 16)} UTC`;
};
