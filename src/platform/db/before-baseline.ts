import { SettingsError } from '../machine/settings-error.ts';
import type { SchemaDifferences } from './schema-differences.ts';

// 69 migrations, the last of them number 90, once made the tables that 0100-schema.sql makes at once. A
// database that has them all is taken over: its tables are compared, and then it is recorded as made by
// the baseline (decision 113).

const LAST_BEFORE = 90;
/** The last commit with these migrations. */
const KASSA_BEFORE = '476b4cce';

/** Refuses a database, or the backup of one, that lacks some of them. `newest`: the last it has. */
export function refuseOldSchema(newest: number, what: 'database' | 'backup'): void {
  if (newest >= LAST_BEFORE) return;
  const first = what === 'backup' ? 'restore it with it and ' : '';
  throw new SettingsError(
    `This ${what} is too old for this Kassa: it has migration ${newest}, and this one takes over those with ${LAST_BEFORE}. Check out Kassa as of commit ${KASSA_BEFORE}, ${first}start it once, which brings it there, and then this one. Nothing was touched.`,
  );
}

/** Refuses a database whose tables are not those of the baseline. */
export function refuseOtherSchema({ lacks, has_besides }: SchemaDifferences): void {
  const all = [
    ...lacks.map((line) => `it lacks ${line}`),
    ...has_besides.map((line) => `it has ${line} besides`),
  ];
  if (all.length === 0) return;
  const more = all.length > 3 ? `; and ${all.length - 3} more` : '';
  throw new SettingsError(
    `The tables of this database are not those that Kassa made before: ${all.slice(0, 3).join('; ')}${more}. Nothing was touched. Make it as it should be, or go back to a backup, and start Kassa again; Kassa as of commit ${KASSA_BEFORE} still starts on it.`,
  );
}

/** What PostgreSQL had named after tables that were renamed later. */
export const RENAME_INDEXES = `
  ALTER INDEX IF EXISTS new_charges_pkey RENAME TO test_gateway_charges_pkey;
  ALTER INDEX IF EXISTS new_refunds_pkey RENAME TO test_gateway_refunds_pkey`;
