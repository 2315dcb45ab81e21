import { DateInput, Described } from '../../../platform/core/fields.ts';
import { idPrefixAt } from '../../../platform/core/ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { parseInstant } from '../../../platform/core/time.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { listFailedDeliveries, tryNow } from './delivery.sql.ts';
import { WebhookId } from './webhook.rules.ts';
import { lockWebhook } from './webhook.sql.ts';

const REPLAYED_MAX = 1_000;

export const replayFailedDeliveries = operation({
  method: 'POST',
  path: '/replay-failed-deliveries',
  summary: 'Try all failed deliveries to a webhook again, now',
  description:
    'Those that were given up, and those that wait for their next attempt; each is then tried for ' +
    'three days. At most 1,000 a call: `more_left` says whether to call again. What is being sent ' +
    'now, and what was delivered, is left alone.',
  scope: 'full',
  input: Type.Object({
    webhook_id: WebhookId,
    since: Type.Optional(Described('Only what was first sent at this time or later', DateInput)),
    until: Type.Optional(
      Described('Only what was first sent before this time, or on this day or before', DateInput),
    ),
  }),
  output: Type.Object({
    object: Type.Literal('failed_replay'),
    webhook_id: WebhookId,
    replayed: Type.Integer({ description: 'How many are tried again', examples: [12] }),
    more_left: Type.Boolean({ examples: [false] }),
  }),
  errors: ['webhook_not_found', 'webhook_unavailable'],
  check(input) {
    const { from, before } = rangeOf(input);
    return from < before
      ? []
      : [{ param: 'until', code: 'too_small', message: 'must be later than since' }];
  },
  async write({ input, tx, services: { clock }, audit, refuse }) {
    const { webhook_id } = input;
    // Locked, so that two calls do not take the same ones.
    const webhook = await lockWebhook(tx, webhook_id);
    if (!webhook) throw refuse('webhook_not_found');
    if (webhook.disabled_at !== null) {
      const message = 'is disabled: enable it with update-webhook';
      throw refuse('webhook_unavailable', [
        { param: 'webhook_id', code: 'webhook_unavailable', message },
      ]);
    }
    const now = clock();
    const failed = await listFailedDeliveries(tx, {
      webhook_id,
      now,
      limit: REPLAYED_MAX + 1,
      ...rangeOf(input),
    });
    let replayed = 0;
    for (const one of failed.slice(0, REPLAYED_MAX)) replayed += await tryNow(tx, one, now);
    if (replayed > 0) audit({ target: webhook_id, after: { deliveries_tried_again: replayed } });
    const more_left = failed.length > REPLAYED_MAX;
    return { object: 'failed_replay' as const, webhook_id, replayed, more_left };
  },
});

/** The identifiers of deliveries that were made in this time: they begin with it. */
function rangeOf({ since, until }: { since?: string | undefined; until?: string | undefined }) {
  const first = since === undefined ? 0 : (parseInstant(since, 'start') ?? 0);
  const last = until === undefined ? Infinity : (parseInstant(until, 'end') ?? 0);
  return {
    from: idPrefixAt('del', Math.max(first, 0)),
    before: last === Infinity ? LAST : idPrefixAt('del', Math.max(last + 1, 0)),
  };
}

const LAST = 'del_z'; // Behind every identifier, in any collation.
