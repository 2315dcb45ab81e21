import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettingsError } from '../../machine/settings.ts';
import { postgresAddress } from './address.ts';

const placesOf = (url: string) => postgresAddress(url).hosts.map(({ host, port }) => [host, port]);

test('hosts are names, addresses and folders of a socket, with ports or without', () => {
  const cases: [string, [string | undefined, number | undefined][]][] = [
    ['postgres://u:p@db.example.com/shop', [['db.example.com', undefined]]],
    ['postgres://u:p@[::1]:5433/shop', [['::1', 5433]]],
    ['postgres://u:p@[::1]/shop', [['::1', undefined]]],
    ['postgres:///shop', [[undefined, undefined]]],
    [
      'postgresql://u@one:1,two:65535/shop',
      [
        ['one', 1],
        ['two', 65_535],
      ],
    ],
    ['postgres://u@/shop?host=/run/postgresql&port=5433', [['/run/postgresql', 5433]]],
  ];
  for (const [url, places] of cases) assert.deepEqual(placesOf(url), places, url);
});

test('what is not well-formed is refused, and never led to this machine; the password is not told', () => {
  const cases: [string, RegExp][] = [
    ['postgres://u:hidden@[::1/shop', /^DATABASE_URL is not well-formed.*IPv6 .* in brackets/],
    ['postgres://u:hidden@::1/shop', /^DATABASE_URL is not well-formed/],
    ['postgres://u:hid@den@host/shop', /^DATABASE_URL is not well-formed/],
    ['postgres://u:hid@den:1@host/shop', /^DATABASE_URL is not well-formed.* password as %40/],
    ['postgres://u:hidden@host:99999/shop', /^The port in DATABASE_URL must be a number from 1/],
    ['postgres://u:hidden@host:0/shop', /^The port in DATABASE_URL/],
    ['postgres://u:hidden@host:0x20/shop', /^The port in DATABASE_URL/],
    ['postgres://u:hidden@host/shop?port=1e4', /^The port in DATABASE_URL/],
  ];
  for (const [url, said] of cases) {
    assert.throws(
      () => postgresAddress(url),
      (error) =>
        error instanceof SettingsError && said.test(error.message) && !/hid/.test(error.message),
      url,
    );
  }
});
