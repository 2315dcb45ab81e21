import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedRanges, whyNotWebhookUrl } from './public-address.rules.ts';

const NONE = allowedRanges([]);

/** Of these, the ones that a store would take; none of them may be. */
const takenOf = (addresses: string[]): string[] =>
  addresses.filter((url) =>
    [true, false].some((is_test) => !whyNotWebhookUrl(url, { is_test, allowed: NONE })),
  );

test('a name that only this machine or a local network knows is refused', () => {
  const hosts = [
    ...['localhost', 'LOCALHOST', 'localhost.', 'localhost..', 'LocalHost.', '.localhost'],
    ...[
      'a.localhost',
      'a.b.localhost.',
      'ⓛocalhost',
      'ｌｏｃａｌｈｏｓｔ',
      'localho\u00adst',
      '%6cocalhost',
    ],
    ...[
      'localhost%2e',
      'local%68ost',
      'loc\u2060alhost',
      'localhoſt',
      'LOCALHOST。',
      'a。localhost',
    ],
    ...['localhost.localdomain', 'localhost6.localdomain6', 'ip6-localhost', 'ip6-loopback'],
    ...['router', 'intranet', 'db', 'redis', 'metadata', 'kubernetes', 'broadcasthost', 'x'],
    ...['router.', 'db.', 'intranet..', 'com', 'com.'],
    ...[
      'printer.local',
      'PRINTER.LOCAL',
      'printer.local.',
      'printer.local..',
      'a.b.local',
      '.local',
    ],
    ...[
      'metadata.google.internal',
      'host.docker.internal',
      'gateway.docker.internal',
      'x.internal.',
    ],
    ...['kubernetes.default.svc', 'kubernetes.default.svc.cluster.local', 'api.svc.cluster.local'],
    ...['wiki.intranet', 'nas.lan', 'nas.home', 'nas.home.arpa', 'x.corp', 'x.private'],
    ...['x.localdomain', 'x.onion', 'x.test', 'shop.test', 'x.invalid', 'x.example', 'example'],
    ...['.', '..', '...', 'a..', '..a', 'example..com', '.example.com', 'example.com..'],
  ];
  const addresses = hosts.flatMap((host) => [`https://${host}/`, `https://${host}:8443/a?b`]);
  assert.deepEqual(takenOf(addresses), []);
});

test('what is not an https address is refused, and nothing is mended in silence', () => {
  const addresses = [
    ...[
      '',
      ' ',
      'https',
      'https:',
      'https:/',
      'https://',
      'https:///',
      'https:////',
      '//example.com/',
    ],
    ...['/hook', 'example.com', 'www.example.com/hook', 'example.com:443', 'user@example.com'],
    ...['http://example.com/', 'HTTP://example.com/', 'http://8.8.8.8/', 'http://[2606:4700::1]/'],
    ...['ftp://example.com/', 'ws://example.com/', 'wss://example.com/', 'file:///etc/passwd'],
    ...[
      'gopher://example.com/',
      'javascript:alert(1)',
      'data:text/plain,x',
      'blob:https://example.com/',
    ],
    ...['unix:/var/run/docker.sock', 'http+unix://%2Frun%2Fdocker.sock/', 'ldap://example.com/'],
    ...[
      'httpss://example.com/',
      'xhttps://example.com/',
      'https+x://example.com/',
      'view-source:https://a.com',
    ],
    ...['https:example.com', 'https:/example.com', 'https:///example.com', 'https:\\\\example.com'],
    ...[
      'https://\\example.com',
      'https:/\\example.com',
      'https://example.com\\',
      'https://a.com\\@b.com/',
    ],
    ...[
      'https://example.com\\@127.0.0.1/',
      'https://127.0.0.1\\@example.com/',
      'https://a\\b.com/',
    ],
    ...[
      ' https://example.com/',
      'https://example.com/ ',
      'https://example.com/a b',
      'https://exa mple.com/',
    ],
    ...[
      '\thttps://example.com/',
      'ht\ttps://example.com/',
      'https:\t//example.com/',
      'https://exa\tmple.com/',
    ],
    ...[
      'https://example.com/\t',
      '\nhttps://example.com/',
      'https://exa\nmple.com/',
      'https://example.com/\n',
    ],
    ...[
      'https://exa\rmple.com/',
      'https://example.com/\r\nx: y',
      'https://example.com/\0',
      '\0https://a.com/',
    ],
    ...[
      'https://exa\0mple.com/',
      'https://example.com/\x7f',
      'https://example.com/\x85',
      '\ufeffhttps://a.com',
    ],
    ...['https://example.com\u00a0/', 'https://example.com\u2028/', 'https://example.com/\u3000x'],
    ...[
      'https://?',
      'https://?a',
      'https://#',
      'https://:443/',
      'https://@/',
      'https://:@/',
      'https://a@/',
    ],
    ...[
      'https://:80',
      'https://user:pass@',
      'https://%/',
      'https://%00/',
      'https://%20/',
      'https://a%b/',
    ],
    ...[
      'https://[/',
      'https://]/',
      'https://[]/',
      'https://[:]/',
      'https://[:::1]/',
      'https://[::g]/',
    ],
    ...[
      'https://[1:2:3]/',
      'https://[::1/',
      'https://::1/',
      'https://[127.0.0.1]/',
      'https://[example.com]/',
    ],
    ...['https://1.2.3.4.5/', 'https://256.1.1.1/', 'https://1.2.3.256/', 'https://0x100000000/'],
    ...[
      'https://4294967296/',
      'https://999999999999/',

      'https://09.1.1.1/',
      'https://a.1/',
    ],
    ...['https://example.com:65536/', 'https://example.com:99999/', 'https://example.com:-1/'],
    ...['https://example.com:80a/', 'https://example.com:443:443/', 'https://example.com:0x50/'],
    ...[
      'https://example.com:0/',
      'https://example.com:+1/',
      'https://example.com:4 43/',
      'https://8.8.8.8:0/',
    ],
    ...[
      'https://exam<ple.com/',
      'https://exam>ple.com/',
      'https://exam|ple.com/',
      'https://exam^ple.com/',
    ],
    ...['https://xn--/', 'https://a\u200d\u200d.com\ud800/', 'https://exa%2fmple.com/'],
    ...[
      'https://exa%23mple.com/',
      'https://exa%3fmple.com/',
      'https://exa%40mple.com/',
      'https://a%3a80.com/',
    ],
    ...[`https://example.com/${'a'.repeat(1_981)}`, `https://${'a.'.repeat(1_500)}com/`],
  ];
  assert.deepEqual(takenOf(addresses), []);
});

test('an address with a user, a password or a fragment is refused, also an empty one', () => {
  const addresses = [
    ...[
      'https://ada@example.com/',
      'https://ada:secret@example.com/',
      'https://:secret@example.com/',
    ],
    ...['https://ada:@example.com/', 'https://@example.com/', 'https://:@example.com/'],
    ...[
      'https://example.com@127.0.0.1/',
      'https://127.0.0.1@example.com/',
      'https://a@b@example.com/',
    ],
    ...[
      'https://%61@example.com/',
      'https://a%40b@example.com/',
      'https://8.8.8.8:80@example.com/',
    ],
    ...[
      'https://example.com/#',
      'https://example.com/#a',
      'https://example.com#a',
      'https://example.com/?a#b',
    ],
    ...['https://example.com#@127.0.0.1/', 'https://example.com/##'],
  ];
  assert.deepEqual(takenOf(addresses), []);
});
