import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { makeAuthority, makeServerCertificate } from '../../platform/machine/tls/certificate.ts';
import { chainOf } from './chain.ts';

const NOW = Date.now();
const names = ['localhost'];
const authority = makeAuthority({ name: 'Test', names, now: new Date(NOW), days: 90 });
const other = makeAuthority({ name: 'Other', names, now: new Date(NOW), days: 90 });
const { cert } = makeServerCertificate({ authority, names, now: new Date(NOW), days: 60 });
const [known = ''] = rootCertificates;

const DAY_MS = 86_400_000;
const TABLE: [what: string, pem: string, state: string, said: RegExp, now?: number][] = [
  ['with its authority', `${cert}\n${authority.cert}`, 'ok', /2 certificates, complete/],
  ['alone', cert, 'warn', /ends with 1 certificate, and .* is no root that programs know/],
  ['with the authority of another', `${cert}\n${other.cert}`, 'fail', /has not signed the one/],
  ['a root that programs know', known, 'ok', /1 certificate, complete/],
  ['one that vouches for itself', authority.cert, 'warn', /vouches for itself/],
  ['an authority that ends', `${cert}\n${authority.cert}`, 'warn', /ends in 9 days/, 80.5],
  ['an authority that has ended', `${cert}\n${authority.cert}`, 'fail', /has ended/, 91],
  ['nothing', 'no certificate', 'fail', /there is no certificate/],
];

for (const [what, pem, state, said, days = 0] of TABLE) {
  test(`chainOf: ${what}`, () => {
    const found = chainOf(pem, NOW + days * DAY_MS);
    assert.equal(found.state, state, found.what);
    assert.match(found.what, said);
    assert.equal(found.todo === null, state === 'ok');
  });
}
