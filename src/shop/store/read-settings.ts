import type { Reader } from '../../platform/db/database.ts';
import { findStoreSettings } from './store.sql.ts';
import { parseSettings, type Settings } from './store-settings.rules.ts';

/** The current settings of the store, with defaults for those that were never set. */
export const readSettings = async (reader: Reader): Promise<Settings> =>
  parseSettings((await findStoreSettings(reader))?.settings ?? '{}');
