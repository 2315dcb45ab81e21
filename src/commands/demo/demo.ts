import { advanceClock } from '../../jobs/advance-clock.ts';
import type { Log } from '../../platform/core/log.ts';
import { KASSA, START } from '../../platform/core/program.ts';
import type { Clock } from '../../platform/core/time.ts';
import { DAY_MS, isoInstant } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Settings, SettingsError } from '../../platform/machine/settings.ts';
import { makeStore } from '../../shop/store/make-store.ts';
import { findStore, listStores } from '../../shop/store/store.sql.ts';
import { openAsking } from '../ask-in-store.ts';
import type { Output } from '../output.ts';
import { liveDay, type Year } from './days.ts';
import { randomFrom } from './people.ts';
import { fillShelf } from './shelf.ts';

const DAYS = 365;
const SEED = 7;
const NAME = 'Lumen Labs';

interface Options {
  seed: string | undefined;
  /** The service is started after it: a store that is there already is enough. */
  is_served?: boolean;
  /** How long the year is; for tests. */
  days?: number;
  clock: Clock;
  log: Log;
  print(line: string): void;
}

/** Makes a test store and lets it live through a year, by the same operations as a client's. */
export async function demo(
  db: Database,
  settings: Settings,
  { seed, is_served = false, days = DAYS, clock, log, print }: Options,
  output: Output,
): Promise<void> {
  const began = clock();
  const random = randomFrom(readSeed(seed));
  const is_there = (await listStores(db.reader(null))).some((one) => one.name === NAME);
  if (is_served && is_there) return;
  if (is_served) print('A year in a test shop, which takes up to a minute …');
  const { store_id, name, number } = await openDemoStore(db, began);
  const asIn = await openAsking(db, settings, { clock, log, command: 'demo' });
  const scope = { store_id };
  const askNow = async () => {
    const store = await findStore(db.reader(scope));
    if (!store) throw new SettingsError('The store of the demo is gone.');
    return asIn(store);
  };
  /** Until everything that is due on the way has been done. */
  const moveTo = async (to: number) => {
    for (let reached = false; !reached; ) {
      ({ reached } = await (await askNow())(advanceClock, { to: isoInstant(to) }));
    }
  };
  // Days begin at midnight, so that figures by day are the same whenever it is run.
  const first_day = Math.ceil(began / DAY_MS) * DAY_MS;
  await moveTo(first_day + DAY_MS / 3);
  const shelf = await fillShelf(await askNow());
  const year: Year = { random, shelf, visitors: 0, subscribers: [], refunds: [] };
  for (let day = 0; day < days; day++) {
    await liveDay(await askNow(), year, day);
    await moveTo(first_day + (day + 1) * DAY_MS + DAY_MS / 3);
    if ((day + 1) % 73 === 0) print(`${day + 1} of ${days} days, ${year.visitors} visitors`);
  }
  const seconds = Math.round((clock() - began) / 1000);
  const address = `${settings.base_url ?? `https://localhost:${settings.port}`}/dashboard/${number}`;
  const lines = [
    `Start the service if it is not running: ${START}`,
    `Then look at it: ${address}`,
    `Nobody can sign in yet? This makes a link: ${KASSA} dashboard link`,
  ];
  output.record({ store_id, name, number, visitors: year.visitors, seconds, dashboard: address }, [
    `The test store "${name}" has lived through a year (${seconds} s).`,
    ...(is_served ? [] : lines),
  ]);
}

function readSeed(text: string | undefined): number {
  if (text === undefined) return SEED;
  const seed = Number(text);
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new SettingsError('--seed must be a whole number, such as 7.');
}

/** The name is free: each demo has a store of its own. */
async function openDemoStore(db: Database, now: number) {
  return db.write(null, async (tx) => {
    const taken = new Set((await listStores(tx)).map((one) => one.name));
    let name = NAME;
    for (let at = 2; taken.has(name); at++) name = `${NAME} ${at}`;
    const { store_id } = await makeStore(tx, { name, mode: 'test', now });
    const number = (await listStores(tx)).find((one) => one.store_id === store_id)?.number;
    return { store_id, name, number };
  });
}
