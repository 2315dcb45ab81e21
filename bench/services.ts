import { commandActor } from '../src/core/actor.ts';
import { createLog } from '../src/core/log.ts';
import type { Database } from '../src/db/database.ts';
import { creemObjectOf } from '../src/dialects/creem/event-object.ts';
import { collectFigures } from '../src/figures/keep-figures.ts';
import { openSecrets } from '../src/installation/secret.ts';
import { createLicensing } from '../src/licenses/licensing.ts';
import { tellByMail } from '../src/notices/tell-by-mail.ts';
import type { Services } from '../src/operation/services.ts';
import { createConnections } from '../src/payments/connections.ts';
import { giveUpPayments } from '../src/providers/give-up-payments.ts';
import { createBackups } from '../src/stores/backups.ts';
import { allowedRanges } from '../src/webhooks/address.rules.ts';

/** Who fills a shop, as its audit log tells it. */
export const FILLING = {
  actor: commandActor('bench'),
  action: 'bench',
  request_id: null,
};

/** Services for filling a shop: without a payment provider, and with the installation's secret. */
export async function servicesOf(db: Database, data_dir: string): Promise<Services> {
  const secrets = openSecrets({ secret: undefined, data_dir });
  const licensing = await createLicensing(db, secrets, Date.now);
  return {
    base_url: 'https://localhost',
    clock: Date.now,
    log: createLog('off'),
    secrets,
    gatewayOf: () => undefined,
    licensing,
    creemObjectOf,
    allowed_webhooks: allowedRanges([]),
    mailer: undefined,
    notify: tellByMail,
    collect: collectFigures,
    giveUpPayments,
    backups: createBackups(db, Date.now),
    storeChanged: () => {},
    connections: createConnections(db, { secrets, clock: Date.now }),
    stripe_api: undefined,
    askVies: null,
  };
}
