import type { Reader } from '../../../platform/db/database.ts';

/** More than that need not be counted: it is too many in any case. */
export const COUNTED_MAX = 100;

const LIMIT = COUNTED_MAX + 1;

const DISPUTES = `SELECT d.transaction_id, d.amount_minor, d.currency, d.due_at FROM disputes d
  WHERE d.store_id = :store_id AND d.status = 'opened' ORDER BY d.due_at LIMIT ${LIMIT}`;

interface DisputeRow {
  transaction_id: string;
  amount_minor: number;
  currency: string;
  due_at: number | null;
}

/** Disputes that nothing was decided about yet. */
export const openDisputes = (reader: Reader) => reader.all<DisputeRow>(DISPUTES);

const PAST_DUE = `SELECT s.subscription_id, s.next_action_at FROM subscriptions s
  WHERE s.store_id = :store_id AND s.status = 'past_due'
  ORDER BY s.subscription_id DESC LIMIT ${LIMIT}`;

/** Subscriptions whose renewal was declined, and when it is tried again. */
export const pastDue = (reader: Reader) =>
  reader.all<{ subscription_id: string; next_action_at: number | null }>(PAST_DUE);

const WEBHOOKS = `SELECT w.webhook_id, w.failing_since, w.disabled_at FROM webhooks w
  WHERE w.store_id = :store_id AND w.deleted_at IS NULL
    AND (w.failing_since IS NOT NULL OR w.disabled_reason IN ('gone', 'failing'))
  ORDER BY w.webhook_id`;

/** Webhooks that do not take what is sent to them. */
export const failingWebhooks = (reader: Reader) =>
  reader.all<{ webhook_id: string; failing_since: number | null; disabled_at: number | null }>(
    WEBHOOKS,
  );

const DISABLED_WEBHOOKS = `SELECT COUNT(*) AS count FROM webhooks w
  WHERE w.deleted_at IS NULL AND w.disabled_reason IN ('gone', 'failing')`;

/** How many webhooks of all stores Kassa itself has switched off. */
export const countDisabledWebhooks = async (reader: Reader): Promise<number> =>
  Number((await reader.maybe<{ count: number }>(DISABLED_WEBHOOKS))?.count ?? 0);

const SEALED = `SELECT w.webhook_id, w.sealed_secret FROM webhooks w
  WHERE w.store_id = :store_id AND w.deleted_at IS NULL AND w.disabled_at IS NULL
  ORDER BY w.webhook_id`;

/** The webhooks that something is sent to, with their secrets as they are kept. */
export const sealedWebhooks = (reader: Reader) =>
  reader.all<{ webhook_id: string; sealed_secret: string }>(SEALED);

const MAILS = `SELECT m.mail_id FROM mails m
  WHERE m.store_id = :store_id AND m.status = 'failed' AND m.mail_id >= :since
  ORDER BY m.mail_id DESC LIMIT ${LIMIT}`;

/** Mails that could not be sent; `since` is the beginning of an identifier. */
export const failedMails = (reader: Reader, since: string) =>
  reader.all<{ mail_id: string }>(MAILS, { since });

const PROVIDER = `SELECT c.provider, COALESCE(c.problem, c.refusal) AS problem
  FROM provider_connections c
  WHERE c.store_id = :store_id AND (c.problem IS NOT NULL OR c.refusal IS NOT NULL)
    AND c.disconnected_at IS NULL ORDER BY c.provider`;

/** What is wrong with the connection to a payment provider. */
export const providerProblems = (reader: Reader) =>
  reader.all<{ provider: string; problem: string }>(PROVIDER);
