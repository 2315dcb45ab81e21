import { commandActor } from '../../src/platform/core/actor.ts';
import { createLog } from '../../src/platform/core/log.ts';
import { allowedRanges } from '../../src/platform/core/public-address.rules.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { openSecrets } from '../../src/platform/machine/secret.ts';
import type { Services } from '../../src/platform/operation/services.ts';
import { queueMails } from '../../src/shop/events/notices/queue-mails.ts';
import { collectFigures } from '../../src/shop/figures/keep-figures.ts';
import { createInstallationFacts } from '../../src/shop/insight/readiness/installation-facts.ts';
import { createLicensing } from '../../src/shop/licenses/licensing.ts';
import { createConnections } from '../../src/shop/money/payments/connections.ts';
import { createConnectors } from '../../src/shop/money/payments/providers.ts';
import { giveUpPayments } from '../../src/shop/settlement/give-up-payments.ts';
import { createBackups } from '../../src/shop/store/backups.ts';
import { creemObjectOf } from '../../src/sites/api/dialects/creem/event-object.ts';

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
    notify: queueMails,
    collect: collectFigures,
    giveUpPayments,
    backups: createBackups(db, Date.now),
    installationFacts: createInstallationFacts(db, Date.now, () => false),
    fixed_mail_server: undefined,
    settingsChanged: async () => {},
    refreshSettings: async () => {},
    has_local_certificate: false,
    storeChanged: () => {},
    connections: createConnections(db, { secrets, clock: Date.now }),
    connectorOf: createConnectors({}),
    askVies: null,
  };
}
