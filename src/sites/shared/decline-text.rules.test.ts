import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../texts/en/catalogue.ts';
import { ERRORS } from '../../platform/core/errors.ts';
import { DECLINES } from '../../shop/money/payments/card.rules.ts';
import { declineText } from './decline-text.ts';
import { refusalText } from './refusal-text.ts';

test('every decline has a title and a sentence of its own or a shared one; unknown ones the general', () => {
  for (const code of Object.keys(DECLINES)) {
    const { title, text } = declineText(catalogue, code);
    assert.ok(title.length > 3 && text.endsWith('.'), code);
  }
  for (const code of ['', 'made_up', 'toString', '__proto__']) {
    assert.deepEqual(declineText(catalogue, code), declineText(catalogue, 'card_declined'));
  }
});

test('buyers learn nothing of a suspicion of fraud', () => {
  const general = declineText(catalogue, 'card_declined');
  for (const code of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'restricted_card']) {
    assert.deepEqual(declineText(catalogue, code), general);
  }
});

test('a refusal is told in the words of the page, never in those of the API', () => {
  for (const code of Object.keys(catalogue.refusals)) {
    assert.ok(code === 'other' || Object.hasOwn(ERRORS, code), `${code} is an error`);
  }
  assert.equal(refusalText(catalogue, 'price_changed'), catalogue.refusals.price_changed);
  assert.equal(refusalText(catalogue, 'unknown_parameter'), catalogue.refusals.other);
});
