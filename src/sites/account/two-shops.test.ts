import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { OWNER, ownerLink } from '../../../test/harness/visits/account.ts';

// Browsers keep the cookies of a host together, whatever the port is.

const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
};

/** A browser with one jar for all shops of the host. */
function openHost() {
  const jar = new Map<string, string>();
  const send = async (shop: Shop, path: string, form?: object) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const method = form ? 'POST' : 'GET';
    const body = form && new URLSearchParams(Object.entries(form)).toString();
    const answer = await shop.send({ method, path, headers: { ...FORM, cookie } }, body);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer.status;
  };
  const signUp = async (shop: Shop) => send(shop, await ownerLink(shop), OWNER);
  return { jar, send, signUp };
}

test('signing in to a shop, or out of it, leaves the shop next door as it was', async () => {
  const [own, demo] = [await startShop(), await startShop()];
  const { jar, send, signUp } = openHost();
  for (const shop of [own, demo]) assert.equal(await signUp(shop), 303);
  for (const shop of [own, demo]) assert.equal(await send(shop, '/account'), 200);
  assert.equal([...jar.keys()].filter((name) => name.includes('-seat-')).length, 2);
  assert.equal(await send(demo, '/account/sign-out', {}), 303);
  assert.deepEqual([await send(own, '/account'), await send(demo, '/account')], [200, 303]);
});

test('who was signed in before cookies had marks still is, and can sign out', async () => {
  const shop = await startShop();
  const { jar, send, signUp } = openHost();
  await signUp(shop);
  for (const [name, value] of [...jar]) {
    jar.delete(name);
    jar.set(name.replace(/-[0-9a-f]{8}$/, ''), value);
  }
  assert.ok(jar.has('__Host-kassa-seat'));
  assert.equal(await send(shop, '/account'), 200);
  assert.equal(await send(shop, '/account/sign-out', {}), 303);
  assert.equal(await send(shop, '/account'), 303);
});
