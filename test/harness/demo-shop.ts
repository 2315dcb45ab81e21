import assert from 'node:assert/strict';
import { demo } from '../../src/commands/demo/demo.ts';
import { createLog } from '../../src/platform/core/log.ts';
import { readSettings } from '../../src/platform/machine/settings.ts';
import { type Shop, startShop } from './shop.ts';

/** A shop with a test store in which some weeks of `kassa demo` have passed. */
export async function startDemoShop(days: number): Promise<{ shop: Shop; store_id: string }> {
  const shop = await startShop({ clock: Date.now });
  const told: { store_id?: string }[] = [];
  const output = {
    record: (fields: object) => told.push(fields),
    list: () => {},
    whyNotShown: async () => undefined,
  };
  const settings = readSettings({ KASSA_DATA_DIR: shop.place.data_dir });
  const log = createLog('error', () => {});
  await demo(shop.db, settings, { seed: '7', days, clock: Date.now, log, print: () => {} }, output);
  const [{ store_id } = {}] = told;
  assert.ok(store_id !== undefined);
  return { shop, store_id };
}
