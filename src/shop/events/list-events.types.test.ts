import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { RECIPES, type TriggeredType } from '../../commands/trigger-recipes.ts';
import { ERRORS, Refusal } from '../../platform/core/errors.ts';
import { EVENT_TYPES, recordIdOf } from '../../platform/core/events.ts';
import type { Ask } from '../../platform/operation/ask.ts';
import { outputCheck } from '../../platform/operation/output.ts';
import { SENT_EVENTS } from './event-records.ts';

const shop = await startShop();

const BOUGHT = ['product.created', 'customer.created', 'transaction.paid', 'checkout.completed'];
const LICENSED = [...BOUGHT.slice(0, 2), 'license.created', ...BOUGHT.slice(2)];
const SUBSCRIBED = [...BOUGHT.slice(0, 2), 'subscription.created', ...BOUGHT.slice(2)];
const TRIED = SUBSCRIBED.filter((type) => type !== 'transaction.paid'); // Nothing was.
const PAST_DUE = [...SUBSCRIBED, 'transaction.declined', 'subscription.past_due'];

/** What is told, all of it and in order, when each event is made to happen in an empty store. */
const TOLD: Record<TriggeredType, string[]> = {
  'store.updated': ['store.updated', 'store.updated'],
  'product.created': ['product.created'],
  'product.updated': ['product.created', 'product.updated'],
  'customer.created': ['customer.created'],
  'customer.updated': ['customer.created', 'customer.updated'],
  'customer.card_expiring': [...SUBSCRIBED, 'customer.card_expiring'],
  'discount_code.created': ['discount_code.created'],
  'discount_code.deleted': ['discount_code.created', 'discount_code.deleted'],
  'checkout.completed': BOUGHT,
  'checkout.expired': ['product.created', 'customer.created', 'checkout.expired'],
  'transaction.paid': BOUGHT,
  'transaction.declined': ['product.created', 'customer.created', 'transaction.declined'],
  'transaction.refunded': [...BOUGHT, 'transaction.refunded'],
  'transaction.refund_failed': [...BOUGHT, 'transaction.refunded', 'transaction.refund_failed'],
  'transaction.disputed': [...BOUGHT, 'transaction.disputed'],
  'transaction.dispute_won': [...BOUGHT, 'transaction.disputed', 'transaction.dispute_won'],
  'transaction.dispute_lost': [...BOUGHT, 'transaction.disputed', 'transaction.dispute_lost'],
  'invoice.corrected': [...BOUGHT, 'invoice.corrected'],
  'license.created': LICENSED,
  'license.activated': [...LICENSED, 'license.activated'],
  'license.deactivated': [...LICENSED, 'license.activated', 'license.deactivated'],
  'license.disabled': [...LICENSED, 'license.disabled'],
  'license.enabled': [...LICENSED, 'license.disabled', 'license.enabled'],
  'license.reissued': [...LICENSED, 'license.reissued'],
  'license.updated': [...LICENSED, 'license.updated'],
  'subscription.created': SUBSCRIBED,
  'subscription.trial_ending': [...TRIED, 'subscription.trial_ending'],
  'subscription.trial_extended': [...TRIED, 'subscription.trial_extended'],
  'subscription.renewal_coming': [...SUBSCRIBED, 'subscription.renewal_coming'],
  'subscription.renewed': [...SUBSCRIBED, 'transaction.paid', 'subscription.renewed'],
  'subscription.updated': [...SUBSCRIBED, 'transaction.paid', 'subscription.updated'],
  'subscription.past_due': PAST_DUE,
  'subscription.recovered': [
    ...PAST_DUE,
    'transaction.paid',
    'subscription.recovered',
    'subscription.renewed',
  ],
  'subscription.paused': [...SUBSCRIBED, 'subscription.paused'],
  'subscription.resumed': [...SUBSCRIBED, 'subscription.paused', 'subscription.resumed'],
  'subscription.cancel_scheduled': [...SUBSCRIBED, 'subscription.cancel_scheduled'],
  'subscription.canceled': [...SUBSCRIBED, 'subscription.canceled'],
};

for (const type of EVENT_TYPES.filter((type) => type !== 'transaction.returned')) {
  test(`${type} is told once, when it becomes true, and about its record`, async () => {
    const { ask, must } = await shop.openStore();
    const overTheWire: Ask = async ({ method, path }, input) => {
      const answer = await ask(`${method} ${path}`, input);
      if (answer.status === 200) return answer.body;
      throw new Refusal(codeOf(answer.body.error.code));
    };
    await RECIPES[type](overTheWire, 'ada');
    const { data: events } = await must('GET /list-events', { after_sequence: 0, limit: 100 });
    const told = events.map((event: { type: string }) => event.type);
    assert.deepEqual(told, TOLD[type]);
    for (const event of events) {
      assertAsDocumented(event);
      const [kind] = event.type.split('.');
      const object = kind === 'checkout' ? 'checkout_session' : kind;
      assert.equal(event.data.object, object);
      assert.match(recordIdOf(event.type, event.data), /^(ada|[a-z]+_[0-9a-z]{28})$/);
    }
  });
}

/** As the `webhooks` of the OpenAPI document say: its record, whole and without more. */
function assertAsDocumented(event: { type: string; data: object }): void {
  const { record } =
    Object.entries(SENT_EVENTS.types).find(([type]) => type === event.type)?.[1] ?? {};
  assert.ok(record, event.type);
  assert.doesNotThrow(() => outputCheck(record)(event.data), event.type);
}

function codeOf(code: string): keyof typeof ERRORS {
  assert.ok(isCode(code), code);
  return code;
}

const isCode = (code: string): code is keyof typeof ERRORS => Object.hasOwn(ERRORS, code);
