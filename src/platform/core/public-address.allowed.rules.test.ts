import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedRanges, mayReach, whyNotWebhookUrl } from './public-address.rules.ts';

const NONE = allowedRanges([]);

const isTaken = (url: string, mode: 'test' | 'live', ranges: string[] = []): boolean =>
  !whyNotWebhookUrl(url, { is_test: mode === 'test', allowed: allowedRanges(ranges) });

test('a public address is taken in test and live stores', () => {
  const addresses = [
    ...['https://example.com', 'https://example.com/', 'https://example.com/hook?a=b&c=d%20e'],
    ...['HTTPS://EXAMPLE.COM/', 'https://example.com:443/', 'https://example.com:8443/hook'],
    ...['https://example.com:1/', 'https://example.com:65535/', 'https://example.com./hook'],
    ...['https://a.b.c.d.example.com/', 'https://a-b.example.co.uk/', 'https://xn--mnchen-3ya.de/'],
    ...['https://münchen.de/', 'https://пример.рф/', 'https://例え.jp/', 'https://example.com/ü'],
    ...['https://localhost.example.com/', 'https://local.example.com/', 'https://internal.io/'],
    ...[
      'https://mylocalhost.com/',
      'https://notlocal.dev/',
      'https://testing.com/',
      'https://home.com/',
    ],
    ...['https://127.0.0.1.example.com/', 'https://10.example.com/', 'https://1e100.net/'],
    ...[
      'https://example.com/@user',
      'https://example.com/a:b',
      'https://example.com/?u=http://x@y',
    ],
    ...['https://example.com//a//b', 'https://example.com/a/../b', 'https://example.com/%00'],
    ...[
      'https://1.1.1.1/',
      'https://8.8.8.8:8443/hook',
      'https://93.184.216.34/',
      'https://9.255.255.255/',
    ],
    ...[
      'https://11.0.0.0/',
      'https://100.63.255.255/',
      'https://100.128.0.0/',
      'https://126.255.255.255/',
    ],
    ...[
      'https://128.0.0.0/',
      'https://169.253.255.255/',
      'https://169.255.0.0/',
      'https://172.15.255.255/',
    ],
    ...[
      'https://172.32.0.0/',
      'https://192.0.1.0/',
      'https://192.0.3.0/',
      'https://192.167.255.255/',
    ],
    ...[
      'https://192.169.0.0/',
      'https://198.17.255.255/',
      'https://198.20.0.0/',
      'https://198.51.99.255/',
    ],
    ...[
      'https://198.51.101.0/',
      'https://203.0.112.255/',
      'https://203.0.114.0/',
      'https://223.255.255.255/',
    ],
    ...[
      'https://1.0.0.0/',
      'https://192.88.98.255/',
      'https://192.88.100.0/',
      'https://192.175.49.0/',
    ],
    ...[
      'https://[2606:4700:4700::1111]/',
      'https://[2001:4860:4860::8888]:8443/',
      'https://[2a00::1]/',
    ],
    ...[
      'https://[2000::]/',
      'https://[2001:200::]/',
      'https://[2001:db7:ffff::1]/',
      'https://[2001:db9::]/',
    ],
    ...[
      'https://[2003::1]/',
      'https://[2620:4f:7fff::1]/',
      'https://[3ffe:ffff::1]/',
      'https://[3fff:1000::]/',
    ],
    `https://example.com/${'a'.repeat(1_980)}`,
  ];
  for (const url of addresses) {
    for (const mode of ['test', 'live'] as const) {
      assert.equal(
        whyNotWebhookUrl(url, { is_test: mode === 'test', allowed: NONE }),
        undefined,
        url,
      );
    }
  }
});

test('a refusal says what is wrong in words', () => {
  const words: [url: string, message: RegExp][] = [
    ['example.com', /^must be an https:\/\/ address$/],
    ['http://example.com/', /^must be https$/],
    ['https://a:b@example.com/', /^must not contain a user or password$/],
    ['https://example.com/#a', /^must not contain a fragment/],
    ['https://10.0.0.1/', /private network .*KASSA_WEBHOOK_ALLOW/],
    ['https://localhost/', /private network .*KASSA_WEBHOOK_ALLOW/],
    ['https://db.internal/', /^must have a public name$/],
    [`https://example.com/${'a'.repeat(2_000)}`, /^must be at most 2000 characters$/],
  ];
  for (const [url, message] of words) {
    assert.match(whyNotWebhookUrl(url, { is_test: true, allowed: NONE }) ?? '', message);
  }
});

test('a range opens its own addresses and no others; plain http only in test stores', () => {
  const opened: [range: string, inside: string[], outside: string[]][] = [
    [
      '127.0.0.0/8',
      [
        '127.0.0.1',
        '127.0.0.1:3000',
        '127.255.255.255',
        '2130706433',
        '0x7f.1',
        'localhost',
        'a.localhost',
      ],
      ['126.0.0.1', '10.0.0.1', '0.0.0.0', '169.254.169.254', '[::1]', '192.168.0.1', '[fe80::1]'],
    ],
    ['127.0.0.1', ['127.0.0.1', 'localhost:3000'], ['127.0.0.2', '127.0.0.0', '[::1]', '10.0.0.1']],
    ['127.0.0.1/32', ['127.0.0.1'], ['127.0.0.2', '127.1.0.1']],
    [
      '10.1.0.0/16',
      ['10.1.0.0', '10.1.255.255'],
      ['10.0.255.255', '10.2.0.0', 'localhost', '127.0.0.1'],
    ],
    ['192.168.1.0/24', ['192.168.1.1'], ['192.168.0.1', '192.168.2.1', '172.16.0.1']],
    [
      '::1',
      ['[::1]', '[0:0:0:0:0:0:0:1]:3000'],
      ['[::]', '[::2]', '127.0.0.1', '[fe80::1]', '[fc00::1]'],
    ],
    ['fd00::/8', ['[fd00::1]', '[fdff::1]'], ['[fc00::1]', '[::1]', '[fe80::1]', '10.0.0.1']],
  ];
  for (const [range, inside, outside] of opened) {
    for (const host of inside) {
      assert.equal(isTaken(`https://${host}/`, 'live', [range]), true, `${range} ${host}`);
      assert.equal(isTaken(`https://${host}/`, 'test', [range]), true, `${range} ${host}`);
      assert.equal(isTaken(`http://${host}/`, 'test', [range]), true, `${range} http ${host}`);
      assert.equal(isTaken(`http://${host}/`, 'live', [range]), false, `${range} http ${host}`);
    }
    for (const host of outside) {
      for (const scheme of ['https', 'http']) {
        for (const mode of ['live', 'test'] as const) {
          const is_public = host === '126.0.0.1' && scheme === 'https';
          assert.equal(
            isTaken(`${scheme}://${host}/`, mode, [range]),
            is_public,
            `${range} ${host}`,
          );
        }
      }
    }
  }
});

test('with a range, plain http to a public address stays refused, and so do tricks', () => {
  const ranges = ['127.0.0.0/8', '10.0.0.0/8', '::1'];
  const refused = [
    ...['http://8.8.8.8/', 'http://[2606:4700::1]/', 'http://93.184.216.34:3000/'],
    ...[
      'http://a:b@127.0.0.1/',
      'https://a@127.0.0.1/',
      'http://127.0.0.1/#x',
      'http:\\\\127.0.0.1/',
    ],
    ...['http:127.0.0.1', 'http:///127.0.0.1', 'http://127.0.0.1\\@8.8.8.8/', 'ftp://127.0.0.1/'],
    ...['http://127.0.0.1:65536/', 'http://127.0.0.1:0/', 'ws://127.0.0.1/', 'http://127.0.0.1/ '],
    ...[
      'https://169.254.169.254/',
      'https://[::ffff:169.254.169.254]/',
      'https://[64:ff9b::a00:1]/',
    ],
    ...['https://192.168.1.1/', 'https://[2002:7f00:1::1]/', 'https://[::127.0.0.1]/'],
  ];
  for (const url of refused) {
    for (const mode of ['test', 'live'] as const) {
      assert.equal(isTaken(url, mode, ranges), false, `${mode} ${url}`);
    }
  }
});

test('with a range, a local name is taken: what it stands for is looked at when it is sent', () => {
  for (const host of ['shop.test', 'app', 'host.docker.internal', 'printer.local', 'example.com']) {
    assert.equal(isTaken(`https://${host}/`, 'live', ['10.0.0.0/8']), true);
    assert.equal(isTaken(`http://${host}/`, 'test', ['10.0.0.0/8']), true);
    assert.equal(isTaken(`http://${host}/`, 'live', ['10.0.0.0/8']), false);
  }
});

test('whether a connection may be opened: only to an address, which is public or allowed', () => {
  const allowed = allowedRanges(['127.0.0.0/8', 'fd00::/8']);
  const open = ['8.8.8.8', '2606:4700::1', '127.0.0.1', '127.9.9.9', 'fd00::1', '2A00::1'];
  const shut = [
    ...[
      '10.0.0.1',
      '169.254.169.254',
      '0.0.0.0',
      '::',
      '::1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
    ],
    ...['::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1', 'ff02::1'],
    ...[
      '',
      'localhost',
      'example.com',
      '127.0.0.1.',
      '0127.0.0.1',
      '127.1',
      '2130706433',
      '[::1]',
      '8.8.8',
    ],
  ];
  for (const address of open) assert.equal(mayReach(address, allowed), true, address);
  for (const address of shut) assert.equal(mayReach(address, allowed), false, address);
  for (const address of ['127.0.0.1', 'fd00::1']) assert.equal(mayReach(address, NONE), false);
});

test('nothing is allowed by an empty list, and everything in a range of all', () => {
  assert.equal(NONE.is_empty, true);
  assert.equal(NONE.has('8.8.8.8'), false);
  const all = allowedRanges(['0.0.0.0/0', '::/0']);
  for (const address of ['10.0.0.1', '127.0.0.1', '::1', 'fe80::1']) {
    assert.equal(mayReach(address, all), true);
  }
});
