import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeEvidence, withCardCountry } from './evidence.rules.ts';

test('evidence gets the country of the card when that becomes known, and marks a conflict', () => {
  const said = JSON.stringify(placeEvidence('DE', null));
  const read = (text: string | null) => JSON.parse(text ?? 'null');
  for (const [card_country, is_conflicting] of [
    ['DE', false],
    ['US', true],
  ] as const) {
    const after = read(withCardCountry(said, card_country));
    assert.deepEqual(after, { billing_country: 'DE', card_country, is_conflicting });
  }
  assert.equal(withCardCountry(said, null), said);
  assert.equal(withCardCountry(null, 'US'), null);
});
