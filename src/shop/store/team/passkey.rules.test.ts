import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticator, type Change } from '../../../../test/harness/authenticator.ts';
import { judgeAssertion, judgeRegistration } from '../../../../test/harness/passkey-judge.ts';
import { checkAssertion, claimedCredential, readRegistration } from './passkey.rules.ts';

const origin = 'https://pay.example:8443';
const page = { origin, challenge: 'aGVsbG8', person_id: 'person_1' };
const expected = { origin, rp_id: 'pay.example', challenge: 'aGVsbG8', must_verify: true };

function registered(kind: Parameters<typeof authenticator>[0] = 'ES256') {
  const own = authenticator(kind);
  const made = readRegistration(own.register(page), expected);
  assert.ok(made, kind);
  return { own, known: { ...made, person_id: 'person_1' } };
}

test('keys of the three kinds are registered and sign in', () => {
  for (const kind of ['ES256', 'EdDSA', 'RS256'] as const) {
    const { own, known } = registered(kind);
    const answer = own.sign(page);
    assert.equal(claimedCredential(answer), own.credential_id);
    assert.equal(checkAssertion(answer, known, expected), 1, kind);
  }
  const weak = authenticator('RS256 of 1024 bits').register(page);
  assert.equal(readRegistration(weak, expected), undefined);
});

const wrong: [string, Change][] = [
  ['of another site', { origin: 'https://evil.example' }],
  ['of another port of the host', { origin: 'https://pay.example:9443' }],
  ['without TLS', { origin: 'http://pay.example:8443' }],
  ['for another host', { rp_id: 'evil.example' }],
  ['of another kind', { type: 'webauthn.other' }],
  ['in a frame of another site', { cross_origin: true }],
  ['without anybody there', { flags: 0x04 }],
  ['without knowing who', { flags: 0x01 }],
  ['under another identifier', { id: 'AAAA' }],
];

test('an answer that is not for this page is refused, at registering and signing in', () => {
  const { own, known } = registered();
  for (const [what, change] of wrong) {
    assert.equal(readRegistration(own.register(page, change), expected), undefined, what);
    assert.equal(checkAssertion(own.sign(page, change), known, expected), undefined, what);
  }
  const other = { ...page, challenge: 'b3RoZXI' };
  assert.equal(readRegistration(own.register(other), expected), undefined);
  assert.equal(checkAssertion(own.sign(other), known, expected), undefined);
});

test('as a second factor, an authenticator need not have made sure who holds it', () => {
  const { own, known } = registered();
  const answer = own.sign(page, { flags: 0x01 });
  assert.equal(checkAssertion(answer, known, { ...expected, must_verify: false }), 1);
});

test('a passkey of somebody else, a copy, and an altered signature are refused', () => {
  const { own, known } = registered();
  const other = registered();
  assert.equal(checkAssertion(other.own.sign(page), known, expected), undefined);
  const as_own = other.own.sign(page, { id: known.credential_id });
  assert.equal(checkAssertion(as_own, known, expected), undefined);
  const handle = own.sign(page, { user_handle: 'person_2' });
  assert.equal(checkAssertion(handle, known, expected), undefined);
  const counted = { ...known, sign_count: 9 };
  assert.equal(checkAssertion(own.sign(page, { sign_count: 9 }), counted, expected), undefined);
  assert.equal(checkAssertion(own.sign(page, { sign_count: 10 }), counted, expected), 10);
  assert.equal(checkAssertion(own.sign(page, { sign_count: 0 }), counted, expected), undefined);
  assert.equal(checkAssertion(own.sign(page, { sign_count: 0 }), known, expected), 0);
});

// From here on each answer has a second judge, SimpleWebAuthn.
const KINDS = ['ES256', 'EdDSA', 'RS256'] as const;

test('SimpleWebAuthn finds the same passkeys and signatures, and refuses the same answers', async () => {
  for (const kind of KINDS) {
    const { own, known } = registered(kind);
    const judged = await judgeRegistration(own.register(page), expected);
    assert.ok(judged, kind);
    assert.deepEqual([judged.id, judged.counter], [known.credential_id, known.sign_count]);
    const count = await judgeAssertion(own.sign(page), judged, expected);
    assert.equal(count, 1, kind);
    assert.equal(checkAssertion(own.sign(page), known, expected), 2, kind);
    for (const [what, change] of wrong) {
      // They leave to their caller whose answer it is, and in whose frame.
      if (['in a frame of another site', 'under another identifier'].includes(what)) continue;
      const registration = own.register(page, change);
      assert.equal(await judgeRegistration(registration, expected), undefined, what);
      assert.equal(await judgeAssertion(own.sign(page, change), judged, expected), undefined, what);
    }
    const counted = { ...judged, counter: 9 };
    for (const [sign_count, found] of [[9], [10, 10], [0]] as const) {
      const answer = own.sign(page, { sign_count });
      assert.equal(await judgeAssertion(answer, counted, expected), found);
      assert.equal(checkAssertion(answer, { ...known, sign_count: 9 }, expected), found);
    }
    const other = registered(kind).own.sign(page, { id: own.credential_id });
    assert.equal(await judgeAssertion(other, judged, expected), undefined, 'of another key');
    const later = { ...expected, challenge: 'b3RoZXI' };
    assert.equal(await judgeAssertion(own.sign(page), judged, later), undefined, 'another page');
  }
});

test('altered in one bit, an answer that both take says the same to both', async () => {
  for (const kind of KINDS) {
    const { own } = registered(kind);
    const judged = await judgeRegistration(own.register(page), expected);
    assert.ok(judged);
    let both = 0;
    for (let at = 0; at < 250; at++) {
      const change: Change = { spoil: (parts) => flipBit(parts.attestationObject, at) };
      const text = own.register(page, change);
      const ours = readRegistration(text, expected);
      const theirs = await judgeRegistration(text, expected);
      if (ours && theirs) {
        both++;
        assert.deepEqual([ours.credential_id, ours.sign_count], [theirs.id, theirs.counter]);
      }
      // The name of the attestation, which we do not read: we ask for none.
      if (ours && !theirs) assert.ok(at > 5 && at < 18, `${kind}: ${at}`);
      const signed: Change = { spoil: (parts) => flipBit(parts.authenticatorData, at % 37) };
      assert.equal(await judgeAssertion(own.sign(page, signed), judged, expected), undefined);
    }
    assert.ok(both > 20, `${both}`);
  }
});

function flipBit(bytes: Buffer | undefined, at: number): void {
  if (bytes && at < bytes.length) bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
}

test('altered anywhere, an answer is refused and nothing breaks', () => {
  const { own, known } = registered();
  const spoilt = (name: string, at: number): Change => ({
    spoil(parts) {
      const bytes = parts[name];
      if (bytes) bytes.writeUInt8(bytes.readUInt8(at % bytes.length) ^ 0x10, at % bytes.length);
    },
  });
  for (let at = 0; at < 300; at++) {
    for (const name of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
      assert.equal(checkAssertion(own.sign(page, spoilt(name, at)), known, expected), undefined);
    }
    // Nothing is signed at registering: a changed key or make is another passkey.
    readRegistration(own.register(page, spoilt('attestationObject', at)), expected);
    const cut: Change = { spoil: (parts) => Object.assign(parts, shortened(parts, at)) };
    readRegistration(own.register(page, cut), expected);
    assert.equal(checkAssertion(own.sign(page, cut), known, expected), undefined);
  }
});

const shortened = (parts: Record<string, Buffer>, by: number) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => [
      name,
      bytes.subarray(0, Math.max(0, bytes.length - by - 1)),
    ]),
  );

test('what is no answer at all is refused', () => {
  const { known } = registered();
  const nonsense = ['', '{}', '[]', 'null', '1', '"a"', '{"id":1}', '{"id":"é"}', '{'.repeat(9000)];
  const proto = '{"__proto__":{"id":"AAAA"},"id":"AAAA","clientDataJSON":"AA","signature":"AA"}';
  for (const text of [...nonsense, proto, `{"id":"${'A'.repeat(20_000)}"}`]) {
    assert.equal(readRegistration(text, expected), undefined);
    assert.equal(checkAssertion(text, known, expected), undefined);
    assert.equal(claimedCredential(text), undefined);
  }
});
