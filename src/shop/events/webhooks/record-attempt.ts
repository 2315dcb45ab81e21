import type { Tx } from '../../../platform/db/database.ts';
import { giveTurn, settleDelivery } from './delivery.sql.ts';
import type { Sent } from './send.ts';
import {
  type DeliveryRow,
  FAILING_MS,
  outcomeOf,
  retryAt,
  type WebhookRow,
} from './webhook.rules.ts';
import { lockWebhook, saveWebhook } from './webhook.sql.ts';

/** Records an attempt; returns why the endpoint was disabled, if it was. */
export async function recordAttempt(
  tx: Tx,
  before: DeliveryRow,
  sent: Sent,
  { owner, now, random }: { owner: string; now: number; random: number },
): Promise<WebhookRow['disabled_reason']> {
  const outcome = outcomeOf(sent);
  const webhook = await lockWebhook(tx, before.webhook_id);
  if (!webhook) return null;
  const again_at = outcome === 'failed' ? retryAt(before, now, random) : null;
  // Its three days are over, and the endpoint accepted nothing else in that time.
  const is_over = outcome === 'failed' && again_at === null;
  const should_disable = is_over && (webhook.last_delivered_at ?? 0) < before.created_at;
  const after =
    outcome === 'delivered'
      ? afterDelivered(webhook, now)
      : afterFailed(webhook, outcome, now, should_disable);
  const waits = outcome !== 'delivered' && (again_at !== null || after.disabled_at !== null);
  const delivery: DeliveryRow = {
    ...before,
    status: outcome === 'delivered' ? 'delivered' : waits ? 'pending' : 'failed',
    attempts: before.attempts + 1,
    response_status: sent.status,
    error: sent.error,
    response_body: sent.body,
    duration_ms: sent.duration_ms,
    last_attempt_at: now,
    next_attempt_at: waits ? (again_at ?? now) : null,
    delivered_at: outcome === 'delivered' ? now : null,
  };
  if ((await settleDelivery(tx, delivery, owner)) === 0) return null;
  // Also after a failure: a delivery that is retried later does not delay the next event.
  await giveTurn(tx, delivery);
  if (after !== webhook) await saveWebhook(tx, after);
  return after.disabled_at === webhook.disabled_at ? null : after.disabled_reason;
}

const NOTED_MS = 60_000;

/** Saved at most once a minute: all deliveries to an endpoint share its row. */
function afterDelivered(row: WebhookRow, now: number): WebhookRow {
  const noted = row.last_delivered_at ?? 0;
  if (row.failing_since === null && now - noted < NOTED_MS) return row;
  return { ...row, failing_since: null, last_delivered_at: now };
}

function afterFailed(
  row: WebhookRow,
  outcome: 'gone' | 'failed',
  now: number,
  gives_up: boolean,
): WebhookRow {
  const failing_since = row.failing_since ?? now;
  const should_disable = gives_up || outcome === 'gone' || now - failing_since >= FAILING_MS;
  if (should_disable && row.disabled_at === null) {
    const disabled_reason = outcome === 'gone' ? 'gone' : 'failing';
    return { ...row, failing_since, disabled_at: now, disabled_reason, updated_at: now };
  }
  return row.failing_since === null ? { ...row, failing_since } : row;
}
