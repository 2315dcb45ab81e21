import { KASSA } from '../platform/core/program.ts';
import { isoInstant } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { SettingsError } from '../platform/machine/settings.ts';
import { auditCommand } from '../platform/operation/audit.ts';
import { makeStore } from '../shop/store/make-store.ts';
import { STORE_NAME_MAX } from '../shop/store/store.rules.ts';
import { listStores } from '../shop/store/store.sql.ts';
import type { Output } from './output.ts';

export async function createStore(
  db: Database,
  options: { name: string | undefined; mode: string; now: number },
  output: Output,
): Promise<void> {
  const { mode, now } = options;
  const name = options.name?.trim();
  if (!name || name.length > STORE_NAME_MAX) {
    throw new SettingsError(
      `--name is missing: give the store a name of 1 to ${STORE_NAME_MAX} characters.`,
    );
  }
  if (mode !== 'test' && mode !== 'live') throw new SettingsError('--mode must be test or live.');
  const store = await db.write(null, async (tx) => {
    if ((await listStores(tx)).some((one) => one.name === name)) {
      throw new SettingsError(`There is already a store "${name}".`);
    }
    const made = await makeStore(tx, { name, mode, now });
    const { store_id } = made;
    const change = { target: store_id, after: { name, mode } };
    await auditCommand(tx, 'stores create', { store_id, at: now, ...change });
    return made;
  });
  output.record(store, [
    `The ${mode} store "${name}" is ${store.store_id}.`,
    `Make a key to it: ${KASSA} keys create --store ${store.store_id}`,
  ]);
}

export async function listAllStores(db: Database, output: Output): Promise<void> {
  const stores = (await listStores(db.reader(null))).map(
    ({ store_id, name, mode, created_at }) => ({
      store_id,
      name,
      mode,
      created_at: isoInstant(created_at),
    }),
  );
  output.list('stores', stores, ['store_id', 'mode', 'name', 'created_at']);
}
