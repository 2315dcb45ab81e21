/** `npm run campaign`: longer, and with other random numbers each time. */
export const IN_CAMPAIGN = process.env.NEW_SEEDS === '1';

/**
 * Where the random numbers of a test begin. `npm test` takes the same ones each time: what passed
 * once passes again, and a failure is of the change that was made. `npm run campaign` takes new
 * ones. The variable repeats a run that failed.
 */
export const seed = (variable: string): number =>
  Number(process.env[variable] ?? (IN_CAMPAIGN ? Date.now() % 2 ** 31 : 1));

/** How often a random test is repeated: less often in `npm test` than in a campaign. */
export const times = (variable: string, usual: number, in_campaign = usual * 5): number =>
  Number(process.env[variable] ?? (IN_CAMPAIGN ? in_campaign : usual));
