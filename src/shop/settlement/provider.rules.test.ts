import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsAfter, whyNotReachable } from './provider.rules.ts';

test('whyNotReachable: a public https address, by name or number, with a port and a path or not', () => {
  const title = 'Stripe';
  const is_local = false;
  const reachable = [
    'https://shop.example.com',
    'https://shop.example.com:8443/kassa',
    'https://8.8.8.8',
  ];
  for (const base_url of reachable)
    assert.equal(whyNotReachable(base_url, { title, is_local }), undefined);
  const others = [
    ...['https://localhost:8443', 'https://127.0.0.1', 'https://[::1]:8443', 'https://10.0.0.7'],
    ...['https://192.168.1.2', 'https://kassa', 'https://kassa.local', 'https://shop.test'],
    ...[
      'https://169.254.169.254',
      'https://[fd00::1]',
      'https://172.16.0.1',
      'http://shop.example.com',
    ],
  ];
  for (const base_url of others) {
    const why = whyNotReachable(base_url, { title, is_local });
    assert.match(why ?? '', /^Stripe cannot reach .* Kassa asks Stripe instead\.$/, base_url);
    assert.equal(whyNotReachable(base_url, { title, is_local: true }), undefined);
  }
});

test('secretsAfter: the newest first, those that were replaced for a while, and at most five', () => {
  const DAY = 86_400_000;
  const placed = (name: string, secret: string | null = `of ${name}`) => ({
    place: { endpoint_id: name },
    secret,
  });
  const one: ReturnType<typeof secretsAfter> = secretsAfter([], placed('a'), 0);
  assert.deepEqual(one, [{ endpoint_id: 'a', secret: 'of a', until: null }]);
  assert.deepEqual(secretsAfter(one, placed('a', null), 5), one, 'the same endpoint goes on');
  const two = secretsAfter(one, placed('b'), DAY);
  assert.deepEqual(
    two.map(({ secret, until }) => [secret, until]),
    [
      ['of b', null],
      ['of a', 5 * DAY],
    ],
  );
  assert.deepEqual(secretsAfter(two, placed('c'), 6 * DAY).length, 2, 'the first is over');
  const none = { place: { endpoint_id: null }, secret: null };
  assert.deepEqual(
    secretsAfter(one, none, 0).map(({ until }) => until),
    [4 * DAY],
  );
  let many: ReturnType<typeof secretsAfter> = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    many = secretsAfter(many, placed(name), 1);
  assert.deepEqual(
    many.map(({ endpoint_id }) => endpoint_id),
    ['g', 'f', 'e', 'd', 'c'],
  );
});
