import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../harness/answer.ts';
import { atEndOfFile } from '../../harness/endings.ts';
import { Shop, startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';

const WITHIN_MS = 1_000;
const clock = () => Date.now();

test('a key that is revoked at one instance is refused by all others within a second', async () => {
  const shop = await startShop({ clock });
  const others = [new Shop({ clock }, shop.place), new Shop({ clock }, shop.place)];
  for (const other of others) {
    await other.open();
    atEndOfFile(async () => {
      other.agent.destroy();
      await other.app.close();
    });
  }
  const { api_key, key_id } = await shop.makeKey('full');
  const use = (at: Shop): Promise<Answer> => at.call('GET /get-store', {}, { key: api_key });
  let is_over = false;
  /** When a request was sent that the key was still good for. */
  const accepted: number[] = [];
  const useAgainAndAgain = async (at: Shop) => {
    while (!is_over) {
      const sent_at = performance.now();
      if ((await use(at)).status === 200) accepted.push(sent_at);
    }
  };
  const users = others.map(useAgainAndAgain);
  await until(() => accepted.length > 20, 'the key is in use everywhere');
  const key = shop.api_key;
  const revoked = await shop.call('POST /revoke-api-key', { key_id }, { key });
  const revoked_at = performance.now();
  assert.equal(revoked.status, 200, revoked.text);
  for (const one of [shop, ...others]) {
    await until(async () => (await use(one)).status === 403, 'it is refused here');
  }
  is_over = true;
  await Promise.all(users);
  // Of when they were sent: on a busy machine the answers may come much later.
  const last = Math.max(...accepted) - revoked_at;
  assert.ok(last < WITHIN_MS, `it was good for a request that was sent ${last} ms later`);
  for (const one of [shop, ...others]) {
    const { status, body } = await use(one);
    assert.equal(`${status} ${body.error.code}`, '403 api_key_invalid');
  }
});
