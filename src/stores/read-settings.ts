import type { Reader } from '../db/database.ts';
import { findStoreSettings } from './store.sql.ts';
import { type Settings, settingsIn } from './store-settings.rules.ts';

/** The settings of the store, as they count now. */
export const readSettings = async (reader: Reader): Promise<Settings> =>
  settingsIn((await findStoreSettings(reader))?.settings ?? '{}');
