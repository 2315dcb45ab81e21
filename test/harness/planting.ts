import assert from 'node:assert/strict';
import { type Check, verify } from '../../src/care/verify/verify.ts';
import type { Tx } from '../../src/platform/db/database.ts';
import { openSecrets } from '../../src/platform/machine/secret.ts';
import { createRevealKey } from '../../src/shop/licenses/license-key.rules.ts';
import type { Shop } from './shop.ts';

// What `kassa verify` finds when something is wrong in the database.

/** Which checks have found something. */
export const wrong = (checks: Check[]): string[] =>
  checks.filter(({ violations_in_all }) => violations_in_all > 0).map(({ name }) => name);

const options = (shop: Pick<Shop, 'place'>) => ({
  progress: () => {},
  sums_at_once: 2, // Small shops take several rounds too.
  revealKey: createRevealKey(openSecrets({ secret: undefined, data_dir: shop.place.data_dir })),
});

export const verified = (shop: Pick<Shop, 'db' | 'place'>) => verify(shop.db, options(shop));

/** Changes something by hand; it must have been there. */
export const run = async (tx: Tx, sql: string, values: Record<string, string> = {}) =>
  assert.ok((await tx.run(sql, values)) > 0, 'something is planted');

/** Plants something, looks at it from inside the transaction, and undoes it. */
export async function assertFound(
  shop: Shop,
  found: string,
  plant: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const checks = await checksWith(shop, plant);
  assert.ok(
    wrong(checks).includes(found),
    JSON.stringify(checks.filter((one) => one.violations_in_all > 0)),
  );
}

/** What all checks say of something that is planted. It is undone. */
export async function checksWith(
  shop: Shop,
  plant: (tx: Tx) => Promise<unknown>,
): Promise<Check[]> {
  const before = await shop.everything();
  const undo = new Error('undo');
  const checks: Check[] = [];
  await assert.rejects(
    shop.db.write(null, async (tx) => {
      await plant(tx);
      const inside = { ...shop.db, snapshot: <T>(work: (reader: Tx) => Promise<T>) => work(tx) };
      checks.push(...(await verify(inside, options(shop))));
      throw undo;
    }),
    undo,
  );
  assert.equal(await shop.everything(), before);
  return checks;
}
