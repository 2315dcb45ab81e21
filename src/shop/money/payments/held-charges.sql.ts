import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes } from '../../../platform/db/rows.ts';
import type { ProviderName } from './provider-names.rules.ts';

// All connections of a store are held from the same moment, and released one by one.
const FIND = `SELECT MIN(c.charges_held_from) AS charges_held_from FROM provider_connections c
  WHERE c.store_id = :store_id`;

const LIST = `SELECT c.provider, c.charges_held_from AS held_from, c.charges_held_at AS held_at
  FROM provider_connections c WHERE c.store_id = :store_id AND c.charges_held_from IS NOT NULL
  ORDER BY c.provider`;

/** `held_from`: when the backup was made; `held_at`: when it was restored. */
export interface Hold {
  /** Whose books are to be compared. */
  provider: ProviderName;
  held_from: number;
  held_at: number | null;
}

export const listHolds = (reader: Reader) => reader.all<Hold>(LIST);

/** From when on the books of the provider have to be compared; null when nothing is held. */
export const findHold = async (reader: Reader): Promise<number | null> =>
  (await reader.maybe<{ charges_held_from: number | null }>(FIND))?.charges_held_from ?? null;

// One that is held already was restored before, from an earlier moment.
const EARLIER = `charges_held_from = CASE WHEN charges_held_from < :held_from
  THEN charges_held_from ELSE :held_from END, charges_held_at = :held_at`;
const HOLD = changes('provider_connections', 'store_id')`
  UPDATE provider_connections SET ${EARLIER} WHERE store_id = :store_id`;
const HOLD_ALL = changes('provider_connections')`UPDATE provider_connections SET ${EARLIER}`;

type SetHold = { held_from: number; held_at: number };

/** Returns 0 for a store that was never connected to a provider. */
export const holdCharges = (tx: Tx, hold: SetHold) => tx.run(HOLD, hold);

/** Of every store, also of those that are disconnected now. Returns how many there are. */
export const holdAllCharges = (tx: Tx, hold: SetHold) => tx.run(HOLD_ALL, hold);

const RELEASE = changes('provider_connections', 'store_id', 'provider')`
  UPDATE provider_connections SET charges_held_from = NULL, charges_held_at = NULL
  WHERE store_id = :store_id AND provider = :provider AND charges_held_from = :held_from`;

/** Returns 0 if it is held from another moment by now. */
export const releaseCharges = (tx: Tx, { provider, held_from }: Hold) =>
  tx.run(RELEASE, { provider, held_from });
