import { regionOf, WISHES_MAX } from '../../platform/core/languages.ts';
import { remember } from '../../platform/core/remember.ts';
import type { PageReader } from '../../platform/http/page.ts';

/** What is filled in where nothing is known of the buyer. */
export interface Suggested {
  email?: string;
  /** The region that their browser is set to. */
  country?: string;
}

export function suggestedBy({ headers }: PageReader): Suggested {
  const country = regionIn((headers['accept-language'] ?? '').slice(0, WISHES_MAX));
  return country === null ? {} : { country };
}

// Most browsers send one of few texts.
const HEADERS_KEPT = 1_000;
const regionIn = remember(HEADERS_KEPT, (header: string) => regionOf(header) ?? null);
