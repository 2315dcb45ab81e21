import type { CastStore } from '../cast.ts';

export const GERMAN = { country: 'DE', since: '2020-01-01' };
export const OSS = { scheme: 'oss', country: 'DE', since: '2021-07-01' };

/** The store sells from this country and is registered so. */
export const sellFrom = (
  store: Pick<CastStore, 'must'>,
  country: string,
  registrations: object[],
  more: object = {},
) => store.must('POST /update-tax-settings', { country, registrations, ...more });
