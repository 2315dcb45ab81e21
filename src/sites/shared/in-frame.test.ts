import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inFrame } from './in-frame.ts';

const asked = (dest: string) =>
  ({ headers: { 'sec-fetch-dest': dest } }) as unknown as Parameters<typeof inFrame>[0];
const after = (dest: string, Refresh: string) =>
  inFrame(asked(dest), { status: 200, type: 'text/html', body: '', headers: { Refresh } }).headers
    ?.Refresh;

test('in a frame a page does not lead to the shop by itself, and is loaded again instead of leading to a provider', () => {
  const TO_SHOP = '6; url=https://shop.example/thanks';
  assert.equal(after('document', TO_SHOP), TO_SHOP);
  assert.equal(after('iframe', TO_SHOP), undefined);
  assert.equal(after('document', '3;url=/checkout/1/continue'), '3;url=/checkout/1/continue');
  assert.equal(after('iframe', '3;url=/checkout/1/continue'), '3');
  assert.equal(after('iframe', '10'), '10');
});
