import type { Secrets } from '../../platform/core/secrets.ts';
import { isoInstant } from '../../platform/core/time.ts';
import type { Reader } from '../../platform/db/database.ts';
import { isSecretReadable } from '../../shop/events/webhooks/signing-secrets.ts';
import { failingWebhooks, sealedWebhooks } from '../../shop/insight/attention/attention.sql.ts';
import { type Finding, fail, warn } from './finding.ts';

interface Whose {
  store_id: string;
  name: string;
  secrets: Secrets | undefined;
}

/** Endpoints to which nothing is sent, and those that take nothing or were switched off for that. */
export async function aboutWebhooks(
  reader: Reader,
  { store_id, name, secrets }: Whose,
): Promise<Finding[]> {
  const about = `webhook of ${name}`;
  const failing = await failingWebhooks(reader);
  const sealed = (await sealedWebhooks(reader)).filter(
    (one) => secrets && !isSecretReadable(secrets, store_id, one),
  );
  return [
    ...sealed.map(({ webhook_id }) => {
      const what = `the secret of ${webhook_id} cannot be opened: nothing is sent to it`;
      const todo = 'make a new one (update-webhook, rotate_secret) and give it to the receiver';
      return fail(about, what, todo);
    }),
    ...failing.map(({ webhook_id, failing_since, disabled_at }) => {
      const since = isoInstant(failing_since ?? disabled_at ?? 0);
      return warn(about, `${webhook_id} fails since ${since}`, LOOK);
    }),
  ];
}

const LOOK = 'look at its deliveries in the dashboard';
