import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlock } from '../../platform/core/rate-limit.ts';

test('an address is one client; of IPv6 the network of 64 bits is, however it is written', () => {
  const table: [address: string, block: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '127.0.0.1'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
    ['2001:db8:1:3::1', '2001:db8:1:3'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::', '2001:db8:0:0'],
    ['2001:db8::1:0:0:1', '2001:db8:0:0'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2'],
    ['1::2:3:4:5:6:7', '1:0:2:3'],
    ['::2:3:4:5:6:7:8', '0:2:3:4'],
    ['1:2:3:4:5:6:7::', '1:2:3:4'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['', ''],
  ];
  for (const [address, block] of table) assert.equal(addressBlock(address), block, address);
});

test('an IPv4 address inside an IPv6 one is a client of its own', () => {
  const [one, other] = ['::ffff:203.0.113.7', '::ffff:203.0.113.8'].map(addressBlock);
  assert.notEqual(one, other);
});
