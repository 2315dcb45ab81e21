import { KASSA } from '../platform/core/program.ts';
import type { Database } from '../platform/db/database.ts';
import { SettingsError } from '../platform/machine/settings.ts';
import { listStores, type StoreRow } from '../shop/store/store.sql.ts';

/** The store with this identifier or name. Without one, the first test store, or the first store. */
export async function chooseStore(db: Database, named: string | undefined): Promise<StoreRow> {
  const stores = await listStores(db.reader(null));
  const matching = stores.filter((store) => store.store_id === named || store.name === named);
  if (matching.length > 1) {
    const all = matching.map(({ store_id }) => store_id).join(', ');
    throw new SettingsError(`There are several stores "${named}". Which one? ${all}`);
  }
  const first = () => stores.find((store) => store.mode === 'test') ?? stores[0];
  const found = named === undefined ? first() : matching[0];
  if (found) return found;
  throw new SettingsError(
    named === undefined
      ? `There is no store yet. Make one: ${KASSA} stores create --name "My shop"`
      : `There is no store "${named}". See: ${KASSA} stores list`,
  );
}

/** The same for commands that work only in test stores. */
export async function chooseTestStore(db: Database, named: string | undefined): Promise<StoreRow> {
  const store = await chooseStore(db, named);
  if (store.mode === 'test') return store;
  throw new SettingsError(`"${store.name}" is a live store: this works in test stores only.`);
}
