import { jobActor } from '../platform/core/actor.ts';
import { randomText } from '../platform/core/ids.ts';
import type { Database } from '../platform/db/database.ts';
import { auditChange } from '../platform/operation/audit.ts';
import type { Services } from '../platform/operation/services.ts';
import { putInOutbox } from '../shop/events/notifications/notification.sql.ts';
import { claimDeliveries } from '../shop/events/webhooks/delivery.sql.ts';
import { makeDeliveries } from '../shop/events/webhooks/make-deliveries.ts';
import { messageOf } from '../shop/events/webhooks/message-of.ts';
import { recordAttempt } from '../shop/events/webhooks/record-attempt.ts';
import { type Message, type Sent, TIMEOUT_MS } from '../shop/events/webhooks/send.ts';
import { creemHeaders, signedHeaders } from '../shop/events/webhooks/signature.rules.ts';
import { signingSecrets, UNREADABLE_SECRET } from '../shop/events/webhooks/signing-secrets.ts';
import type { DeliveryRow, WebhookRow } from '../shop/events/webhooks/webhook.rules.ts';
import {
  findWebhook,
  listDueWebhooks,
  listLaggingWebhooks,
  type WebhookOfStore,
} from '../shop/events/webhooks/webhook.sql.ts';
import type { Job, JobRun } from './job.ts';
import { patience, withRetries } from './sending.ts';

const TICK_MS = 500;
const LEASE_MS = TIMEOUT_MS + 15_000; // Longer than an attempt may take.
/** Deliveries at the same time to one endpoint; fewer to one that fails. */
const AT_ONCE = 8;
const AT_ONCE_FAILING = 1;
/** To all endpoints of a store, so that a store whose endpoints never answer cannot block others. */
const AT_ONCE_OF_STORE = 64;
const AT_ONCE_IN_ALL = 400;

const NOT_SENT: Sent = { status: null, error: UNREADABLE_SECRET, body: null, duration_ms: 0 };

interface Claim {
  /** A name for this claim: its results are ignored once somebody else has claimed the delivery. */
  owner: string;
  until: number;
}

export type Send = (message: Message) => Promise<Sent>;

/** Sends events to webhooks. Any number of processes can run this at the same time. */
export function webhooksJob(db: Database, services: Services, send: Send): Job {
  const { clock, log, secrets, licensing } = services;
  const process_name = randomText(10);
  let claims = 0;
  /** The number of deliveries being sent, by webhook_id and by store_id. */
  const under_way = new Map<string, number>();
  const sending = new Set<Promise<void>>();
  let ended = false;
  let round = 0;

  async function run(job_run: JobRun): Promise<boolean> {
    const { isStopping } = job_run;
    const reader = db.reader(null);
    let is_more = false;
    const problems: unknown[] = [];
    for (const webhook of await listLaggingWebhooks(reader)) {
      if (isStopping()) return false;
      // A limited number for each, so that one with a long backlog does not delay the others.
      try {
        if (await makeDeliveries(db, webhook, services)) is_more = true;
      } catch (error) {
        problems.push(error); // It holds up no other endpoint, and is tried again in the next run.
      }
    }
    const due = await listDueWebhooks(reader, clock());
    // Start with a different one each time, so that all get their share of the free places.
    const first = round++ % Math.max(due.length, 1);
    for (const one of [...due.slice(first), ...due.slice(0, first)]) {
      if (isStopping()) return false;
      await sendSome(one, one.failing_since === null ? AT_ONCE : AT_ONCE_FAILING, job_run);
    }
    if (problems.length > 0) throw problems[0];
    return is_more;
  }

  async function sendSome(
    { store_id, webhook_id }: WebhookOfStore,
    most: number,
    { runAgain }: JobRun,
  ): Promise<void> {
    const busy = under_way.get(webhook_id) ?? 0;
    const of_store = under_way.get(store_id) ?? 0;
    const limit = Math.min(most - busy, AT_ONCE_OF_STORE - of_store, AT_ONCE_IN_ALL - sending.size);
    if (limit <= 0) return;
    const now = clock();
    const owner = `${process_name} ${claims++}`;
    const claim = { webhook_id, now, until: now + LEASE_MS, owner, limit };
    const store = { store_id };
    const webhook = await findWebhook(db.reader(store), webhook_id);
    if (!webhook) return;
    for (const delivery of await db.write(store, (tx) => claimDeliveries(tx, claim))) {
      count([webhook_id, store_id], 1);
      const one = deliver(store_id, webhook, delivery, claim)
        .catch((error) => log.error('a delivery failed', { webhook_id, error: String(error) }))
        .finally(() => {
          sending.delete(one);
          count([webhook_id, store_id], -1);
          runAgain(); // There may be room for more.
        });
      sending.add(one);
    }
  }

  function count(ids: string[], more: number): void {
    for (const id of ids) {
      const now = (under_way.get(id) ?? 0) + more;
      if (now === 0) under_way.delete(id);
      else under_way.set(id, now);
    }
  }

  async function deliver(
    store_id: string,
    webhook: WebhookRow,
    delivery: DeliveryRow,
    { owner, until }: Claim,
  ): Promise<void> {
    const reader = db.reader({ store_id });
    const { id, body } = await messageOf(reader, delivery, licensing.revealKey);
    const keys = signingSecrets(secrets, store_id, webhook, clock());
    // A process that stood still meanwhile leaves it to whoever takes it over.
    if (clock() + TIMEOUT_MS > until) return;
    const sent = keys ? await sendSigned(keys) : NOT_SENT;
    const now = clock();
    const disabled = await withRetries(
      async () => {
        if (ended) return null; // The database is closed. It is sent again when the lease is over.
        return db.write({ store_id }, async (tx) => {
          const attempt = { owner, now, random: Math.random() };
          const disabled_reason = await recordAttempt(tx, delivery, sent, attempt);
          if (disabled_reason) {
            await auditChange(tx, {
              store_id,
              at: now,
              actor: jobActor('webhooks'),
              action: 'webhooks',
              target: webhook.webhook_id,
              before: { status: 'enabled', disabled_reason: null },
              after: { status: 'disabled', disabled_reason },
            });
            await putInOutbox(tx, disabledNotice(store_id, webhook, now));
          }
          return disabled_reason;
        });
      },
      () => !ended && clock() < until,
    );
    const { webhook_id } = webhook;
    if (disabled) log.error('webhook disabled', { store_id, webhook_id, reason: disabled });
    if (!keys) log.error('webhook not sent', { store_id, webhook_id, reason: UNREADABLE_SECRET });

    function sendSigned(keys: readonly [string, ...string[]]): Promise<Sent> {
      const headers = {
        ...signedHeaders({ id, at: clock(), body }, keys),
        ...(delivery.format === 'creem' && creemHeaders(body, keys)),
      };
      return send({ url: webhook.url, headers, body });
    }
  }

  return {
    name: 'webhooks',
    every_ms: TICK_MS,
    needs_right_clock: true,
    run,
    underWay: () => Promise.all(sending),
    /** Waits a little for what is being sent. The rest is sent again when its lease is over. */
    async end() {
      await Promise.race([Promise.all(sending), patience()]);
      ended = true;
    },
  };
}

/** For those of the team who want to know, once each time that it is switched off. */
const disabledNotice = (store_id: string, { webhook_id, url }: WebhookRow, now: number) => ({
  ...{ store_id, kind: 'webhook_disabled' as const, about: `webhook ${webhook_id} ${now}` },
  data: JSON.stringify({ what: url, path: `/webhooks/${webhook_id}` }),
  created_at: now,
});
