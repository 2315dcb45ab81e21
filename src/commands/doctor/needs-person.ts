import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wallClock } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { findSecrets } from '../../platform/machine/secret.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import { findHold } from '../../shop/money/payments/held-charges.sql.ts';
import { findLastTry } from '../../shop/store/backup.sql.ts';
import { listStores } from '../../shop/store/store.sql.ts';
import { aboutTry } from './backups.ts';
import { aboutAcme } from './database.ts';
import type { Finding } from './finding.ts';
import { aboutCertificate } from './machine.ts';
import { aboutJobs, aboutOverdue } from './overdue.ts';
import { aboutWebhooks } from './webhooks.ts';

/**
 * What goes on failing beside records that are right: renewals that are due, jobs, endpoints, the
 * scheduled backup, the end of the certificate. A check whether all is well has to report it.
 */
export async function needsPerson(db: Database, settings: Settings): Promise<Finding[]> {
  const found: Finding[] = await aboutJobs(db);
  const secrets = findSecrets(settings);
  for (const { store_id, name, clock_ahead_ms } of await listStores(db.reader(null))) {
    const reader = db.reader({ store_id });
    // Held charges wait for a person who has begun to look: doctor says so.
    const is_held = (await findHold(reader)) !== null;
    if (!is_held) found.push(...(await aboutOverdue(reader, name, wallClock() + clock_ahead_ms)));
    found.push(...(await aboutWebhooks(reader, { store_id, name, secrets })));
  }
  found.push(...aboutTry(settings, await findLastTry(db.reader(null))));
  // Where nothing was served yet, there is none.
  const is_served = settings.tls_files || existsSync(join(settings.data_dir, 'tls'));
  if (is_served) found.push(...aboutCertificate(settings));
  found.push(...(await aboutAcme(db, settings)));
  return found.filter(({ state }) => state !== 'ok');
}
