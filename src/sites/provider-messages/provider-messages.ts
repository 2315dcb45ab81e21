import { ProviderUnanswered, Refusal } from '../../platform/core/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageAnswer, ServedPath } from '../../platform/http/page.ts';
import type { Services } from '../../platform/operation/services.ts';
import { type StoreWork, storeWork } from '../../platform/operation/work.ts';
import type { Gateway, Hint } from '../../shop/money/payments/gateway.ts';
import { PROVIDER_FACTS } from '../../shop/money/payments/provider-facts.ts';
import { PROVIDER_NAMES } from '../../shop/money/payments/provider-names.rules.ts';
import { followHint } from '../../shop/settlement/follow-hint.ts';
import { messagesPath } from '../../shop/settlement/provider.rules.ts';
import { createWorkLimit } from '../../shop/settlement/work-limit.ts';
import { findStore } from '../../shop/store/store.sql.ts';

const AT_ONCE = { at_once: 32, at_once_each: 4, waiting_each: 200 };

/**
 * Where providers send what has happened. A message is followed before it is answered: once it is
 * answered with 200, it is not sent again. With any other answer it is, for some days.
 */
export function providerMessages({
  db,
  services,
}: {
  db: Database;
  services: Services;
}): ServedPath[] {
  const limited = createWorkLimit(AT_ONCE);
  return PROVIDER_NAMES.map((provider) => ({
    path: messagesPath(provider),
    serves_below: true,
    takes_messages: true,
    async serve({ below, body, headers, client_address, request_id }) {
      const [, store_id] = /^\/(store_[0-9a-z]{28})$/.exec(below) ?? [];
      if (store_id === undefined) throw new Refusal('unknown_path');
      const wall = services.clock();
      const store = await findStore(db.reader({ store_id }));
      const gateway = store && services.gatewayOf(store, provider);
      const { signature_header } = PROVIDER_FACTS[provider];
      const signature = String(headers[signature_header] ?? '');
      const message = { store_id, body, signature, now: wall };
      const hints = await gateway?.readMessage?.(message);
      if (!store || !gateway || !hints) return NOT_ACCEPTED;
      if (hints.length === 0) return RECEIVED;
      const now = wall + store.clock_ahead_ms;
      const actor = { kind: 'provider', id: provider, address: client_address } as const;
      const doing = { actor, action: messagesPath(provider), request_id };
      const work = storeWork(db, { ...doing, store, now, services });
      return (await limited(store_id, () => follow(work, gateway, hints))) ?? TOO_MANY;
    },
  }));
}

async function follow(work: StoreWork, gateway: Gateway, hints: Hint[]): Promise<PageAnswer> {
  try {
    for (const hint of hints) await followHint(work, gateway, hint);
    return RECEIVED;
  } catch (error) {
    const { store_id } = work.store;
    const { log } = work.services;
    const of = hints.map((hint) => `${hint.of} ${hint.reference}`).join(', ');
    const details = { store_id, hints: of, error: String(error) };
    if (error instanceof ProviderUnanswered) log.warn('not followed', details);
    else log.error('not followed', details);
    return SEND_AGAIN;
  }
}

const answer = (status: number, message: string): PageAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ message }),
});

const RECEIVED = answer(200, 'Received.');
/** The same for an unknown store, one that is not connected, and a wrong signature. */
const NOT_ACCEPTED = answer(400, 'The signature is not right.');
const TOO_MANY = answer(429, 'Too many at once. Send it again later.');
const SEND_AGAIN = answer(500, 'Not done yet. Send it again later.');
