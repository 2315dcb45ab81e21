import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedRanges, whyNotWebhookUrl } from './public-address.rules.ts';

const NONE = allowedRanges([]);

/** Of these, the ones that a store would take; none of them may be. */
const takenOf = (addresses: string[]): string[] =>
  addresses.filter((url) =>
    [true, false].some((is_test) => !whyNotWebhookUrl(url, { is_test, allowed: NONE })),
  );

const number = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const hex = (value: number, digits = 1): string => value.toString(16).padStart(digits, '0');

// The first and the last of each range that is not the public network, and some that matter.
const RANGES_4: [name: string, first: string, last: string, more?: string[]][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255', ['100.100.100.200']],
  ['loopback', '127.0.0.0', '127.255.255.255', ['127.0.0.1', '127.0.1.1', '127.1.2.3']],
  ['link-local', '169.254.0.0', '169.254.255.255', ['169.254.169.254', '169.254.170.2']],
  ['private', '172.16.0.0', '172.31.255.255', ['172.17.0.1']],
  ['protocols', '192.0.0.0', '192.0.0.255', ['192.0.0.192']],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relay', '192.88.99.0', '192.88.99.255'],
  ['private', '192.168.0.0', '192.168.255.255', ['192.168.1.1']],
  ['AS112', '192.175.48.0', '192.175.48.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255', ['224.0.0.251', '239.255.255.250']],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255', '255.255.255.255'],
];
const ADDRESSES_4 = [
  ...new Set(RANGES_4.flatMap(([, first, last, more = []]) => [first, last, ...more])),
];

const inDigits = (text: string, zero: number): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const parts = (address: string): number[] => address.split('.').map(Number);

/** The ways to write an IPv4 address that some program somewhere takes. */
const SPELLINGS: Record<string, (address: string) => string> = {
  dotted: (address) => address,
  'with a last dot': (address) => `${address}.`,
  decimal: (address) => String(number(address)),
  'hexadecimal number': (address) => `0x${hex(number(address))}`,
  'upper-case hexadecimal': (address) => `0X${hex(number(address), 8).toUpperCase()}`,
  'octal number': (address) => `0${number(address).toString(8)}`,
  'dotted hexadecimal': (address) =>
    parts(address)
      .map((part) => `0x${hex(part)}`)
      .join('.'),
  'dotted octal': (address) =>
    parts(address)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  'octal with more zeros': (address) =>
    parts(address)
      .map((part) => `000${part.toString(8)}`)
      .join('.'),
  'three parts': (address) => {
    const [a, b] = parts(address);
    return `${a}.${b}.${number(address) & 0xffff}`;
  },
  'two parts': (address) => `${parts(address)[0]}.${number(address) & 0xffffff}`,
  mixed: (address) => {
    const [a = 0, b = 0] = parts(address);
    return `0x${hex(a)}.0${b.toString(8)}.${number(address) & 0xffff}`;
  },
  'full-width digits': (address) => inDigits(address, 0xff10),
  'bold digits': (address) => inDigits(address, 0x1d7ce),
  'superscript one': (address) => address.replaceAll('1', '¹'),
  'full-width dots': (address) => address.replaceAll('.', '．'),
  'ideographic dots': (address) => address.replaceAll('.', '。'),
  'half-width dots': (address) => address.replaceAll('.', '｡'),
  'escaped dots': (address) => address.replaceAll('.', '%2e'),
  'escaped digits': (address) => address.replace(/\d/g, (digit) => `%3${digit}`),
  'soft hyphens': (address) => address.replaceAll('.', '\u00ad.'),
  'zero-width joiners': (address) => address.replaceAll('.', '\u2060.'),
  'two last dots': (address) => `${address}..`,
};

const inSix = (address: string): string => {
  const value = number(address);
  return `${hex(value >>> 16)}:${hex(value & 0xffff)}`;
};
/** The ways to carry an IPv4 address in an IPv6 one. */
const CARRIERS: Record<string, (address: string) => string> = {
  mapped: (address) => `::ffff:${address}`,
  'mapped in hexadecimal': (address) => `::ffff:${inSix(address)}`,
  'mapped and written out': (address) => `0:0:0:0:0:FFFF:${inSix(address)}`,
  compatible: (address) => `::${address}`,
  translated: (address) => `::ffff:0:${inSix(address)}`,
  NAT64: (address) => `64:ff9b::${address}`,
  'local NAT64': (address) => `64:ff9b:1::${inSix(address)}`,
  '6to4': (address) => `2002:${inSix(address)}::1`,
  Teredo: (address) => `2001:0:${inSix(address)}:0:0:0:1`,
};

for (const [spelling, write] of Object.entries(SPELLINGS)) {
  test(`an IPv4 address that is not public is refused, written ${spelling}`, () => {
    assert.ok(ADDRESSES_4.length >= 45);
    const hosts = ADDRESSES_4.map(write);
    const addresses = hosts.flatMap((host) => [`https://${host}/`, `https://${host}:8443/a?b=c`]);
    assert.deepEqual(takenOf(addresses), []);
  });
}

for (const [carrier, write] of Object.entries(CARRIERS)) {
  test(`an IPv6 address that carries an IPv4 one is refused: ${carrier}`, () => {
    const carried = [...ADDRESSES_4, '8.8.8.8', '1.1.1.1'];
    assert.deepEqual(takenOf(carried.map((address) => `https://[${write(address)}]/`)), []);
  });
}

test('an IPv6 address that is not public is refused, however it is written', () => {
  const hosts = [
    ...['::', '::0', '0::0', '0:0:0:0:0:0:0:0', '::1', '0:0:0:0:0:0:0:1', '0000::0001'],
    ...['::2', '::ffff', '::ffff:0:0', '1::', '100::', '100::1', '100:0:0:1::1'],
    ...['64:ff9b::', '64:ff9b::1', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ...['2001::', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:1::1', '2001:2::1'],
    ...['2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1', '2001:30::1'],
    ...['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db8::', '2001:DB8::1'],
    ...['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2002::', '2002::1', '2002:c0a8:101::1'],
    ...['2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2620:4f:8000::1', '3fff::', '3fff::1'],
    ...['3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '4000::', '4000::1', '5f00::1', '8000::1'],
    ...['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fc00::', 'fc00::1', 'fd00::1', 'fd00:ec2::254'],
    ...['fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe80::', 'fe80::1', 'FE80::A9FE:A9FE'],
    ...['febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fec0::1', 'feff::1', 'ff00::', 'ff01::1'],
    ...['ff02::1', 'ff02::fb', 'ff05::1:3', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ...['fe80::1%25eth0', 'fe80::1%eth0', '::1%25lo', '::1%lo', '::1%0', '2606:4700::1%25eth0'],
  ];
  const addresses = hosts.flatMap((host) => [`https://[${host}]/`, `https://[${host}]:8443/a`]);
  assert.deepEqual(takenOf(addresses), []);
});
