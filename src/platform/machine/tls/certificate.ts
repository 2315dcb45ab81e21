import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

type Pem = { cert: string; key: string };
type Validity = { now: Date; days: number };

/**
 * A certificate authority that may sign server certificates for these names only. Somebody who
 * steals its key cannot pretend to be any other site to a browser that trusts it.
 */
export function makeAuthority(o: Validity & { name: string; names: string[] }): Pem {
  const keys = newKeys();
  return certificate(o, {
    issuer: o.name,
    subject: o.name,
    keys,
    signer: keys.privateKey,
    extensions: [
      extension('2.5.29.19', sequence(TRUE, tlv(INTEGER, Buffer.of(0))), { critical: true }),
      extension('2.5.29.15', usage(CERT_AND_CRL_SIGN), { critical: true }),
      extension('2.5.29.37', sequence(SERVER_AUTHENTICATION)),
      extension('2.5.29.30', nameConstraints(o.names), { critical: true }),
    ],
  });
}

/** A server certificate for host names and IP addresses, signed by an authority made above. */
export function makeServerCertificate(o: Validity & { authority: Pem; names: string[] }): Pem {
  const [first] = o.names;
  assert(first !== undefined, 'a server certificate needs a name');
  const authority = new crypto.X509Certificate(o.authority.cert);
  const authority_key = authority.publicKey.export({ type: 'spki', format: 'der' });
  // Node's toLegacyObject() loads parts of node:tls in an order that leaves it unusable for the rest
  // of the process (no tls.connect), unless it was loaded before.
  process.getBuiltinModule('node:tls');
  const made = certificate(o, {
    issuer: String(authority.toLegacyObject().subject.CN),
    subject: first,
    keys: newKeys(),
    signer: o.authority.key,
    extensions: [
      extension('2.5.29.15', usage(DIGITAL_SIGNATURE), { critical: true }),
      extension('2.5.29.37', sequence(SERVER_AUTHENTICATION)),
      extension('2.5.29.17', sequence(...o.names.map(alternativeName))),
      extension('2.5.29.35', sequence(tlv(0x80, keyIdentifier(authority_key)))),
    ],
  });
  const cert = new crypto.X509Certificate(made.cert);
  assert(cert.checkIssued(authority) && cert.verify(authority.publicKey), 'not our authority');
  return made;
}

/** A new key, and the request to certify it for a domain (PKCS #10), which is signed with it. */
export function makeSigningRequest(domain: string): { key: string; request: Buffer } {
  const { publicKey, privateKey } = newKeys();
  const alternative_names = extension('2.5.29.17', sequence(hostName(domain)));
  const extensions = sequence(oid('1.2.840.113549.1.9.14'), tlv(SET, sequence(alternative_names)));
  const content = sequence(
    tlv(INTEGER, Buffer.of(0)),
    commonName(domain),
    publicKey,
    tlv(0xa0, extensions),
  );
  return { key: privateKey, request: signed(content, privateKey) };
}

/**
 * Shows an authority that a domain is ours (tls-alpn-01, RFC 8737). Nobody but the authority, which
 * asks for it by a protocol of its own, is served with it.
 */
export function makeChallengeCertificate(o: Validity & { domain: string; answer: string }): Pem {
  const keys = newKeys();
  const digest = crypto.hash('sha256', o.answer, 'buffer');
  return certificate(o, {
    issuer: o.domain,
    subject: o.domain,
    keys,
    signer: keys.privateKey,
    extensions: [
      extension('2.5.29.17', sequence(hostName(o.domain))),
      extension('1.3.6.1.5.5.7.1.31', tlv(OCTET_STRING, digest), { critical: true }),
    ],
  });
}

/** Whether an authority made above may sign certificates for this name. */
export function maySignFor(authority: string, name: string): boolean {
  return new crypto.X509Certificate(authority).raw.includes(permitted(name));
}

type Keys = { publicKey: Buffer; privateKey: string };
type Parts = { issuer: string; subject: string; keys: Keys; signer: string; extensions: Buffer[] };

function newKeys(): Keys {
  return crypto.generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

function certificate({ now, days }: Validity, o: Parts): Pem {
  const serial = crypto.randomBytes(16);
  // The first bits must be 01: the number must be positive and have no leading zero byte.
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0);
  // Valid from an hour ago, for clients whose clock is behind.
  const not_before = time(new Date(now.getTime() - 3_600_000));
  const not_after = time(new Date(now.getTime() + days * 86_400_000));
  const key_identifier = tlv(OCTET_STRING, keyIdentifier(o.keys.publicKey));
  const content = sequence(
    tlv(0xa0, tlv(INTEGER, Buffer.of(2))),
    tlv(INTEGER, serial),
    ECDSA_WITH_SHA256,
    commonName(o.issuer),
    sequence(not_before, not_after),
    commonName(o.subject),
    o.keys.publicKey,
    tlv(0xa3, sequence(...o.extensions, extension('2.5.29.14', key_identifier))),
  );
  const cert = new crypto.X509Certificate(signed(content, o.signer));
  return { cert: cert.toString(), key: o.keys.privateKey };
}

function signed(content: Buffer, signer: string): Buffer {
  const signature = tlv(BIT_STRING, Buffer.of(0), crypto.sign('sha256', content, signer));
  return sequence(content, ECDSA_WITH_SHA256, signature);
}

function keyIdentifier(public_key: Uint8Array): Buffer {
  // RFC 7093: 160 bits of the hash of the public key, which are the last 65 bytes for P-256.
  return crypto.hash('sha256', public_key.subarray(-65), 'buffer').subarray(0, 20);
}

function commonName(name: string): Buffer {
  // X.520 allows 64 characters. A longer host name is in the alternative names, where clients look.
  const text = tlv(0x0c, Buffer.from(name.slice(0, 64)));
  return sequence(tlv(SET, sequence(oid('2.5.4.3'), text)));
}

function extension(id: string, value: Buffer, { critical } = { critical: false }): Buffer {
  return sequence(oid(id), critical ? TRUE : Buffer.alloc(0), tlv(OCTET_STRING, value));
}

const DIGITAL_SIGNATURE = 0x80;
const CERT_AND_CRL_SIGN = 0x06;

function usage(flags: number): Buffer {
  const unused_bits = Math.log2(flags & -flags);
  return tlv(BIT_STRING, Buffer.of(unused_bits, flags));
}

function nameConstraints(names: string[]): Buffer {
  // Permitting a host name also permits its subdomains. They are excluded, as a machine may have the
  // name of a top-level domain ("dev").
  const below = names.filter((name) => isIP(name) === 0).map((name) => hostName(`.${name}`));
  return sequence(
    tlv(0xa0, ...names.map(permitted)),
    tlv(0xa1, ...below.map((name) => sequence(name))),
  );
}

function permitted(name: string): Buffer {
  if (isIP(name) === 0) return sequence(hostName(name));
  const address = addressBytes(name);
  return sequence(tlv(IP_ADDRESS, address, Buffer.alloc(address.length, 0xff)));
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 0 ? hostName(name) : tlv(IP_ADDRESS, addressBytes(name));
}

function hostName(name: string): Buffer {
  const ascii = domainToASCII(name);
  assert(ascii !== '', `not a host name: ${name}`);
  return tlv(0x82, Buffer.from(ascii));
}

function addressBytes(address: string): Buffer {
  return isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
}

function ipv6Bytes(address: string): Buffer {
  // The URL parser turns an IPv4 part into two groups.
  const halves = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const hex = (half: string) => half.replace(/\w+/g, (g) => g.padStart(4, '0')).replaceAll(':', '');
  const [head = '', tail = ''] = halves.map(hex);
  return Buffer.from(head.padEnd(32 - tail.length, '0') + tail, 'hex');
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+|[-:T]/g, '');
  assert(digits.length === 15, 'a year of four digits');
  const is_utc_time = digits >= '1950' && digits < '2050';
  return is_utc_time ? tlv(0x17, Buffer.from(digits.slice(2))) : tlv(0x18, Buffer.from(digits));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(number: number): number[] {
  return number < 0x80 ? [number] : [...base128(number >> 7).map((b) => b | 0x80), number & 0x7f];
}

const IP_ADDRESS = 0x87;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const SET = 0x31;
const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const SERVER_AUTHENTICATION = oid('1.3.6.1.5.5.7.3.1');
const TRUE = tlv(0x01, Buffer.of(0xff));

function sequence(...content: Buffer[]): Buffer {
  return tlv(0x30, ...content);
}

function tlv(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  assert(body.length < 0x10000, 'too long for a certificate');
  const length = [body.length & 0xff];
  if (body.length >= 0x80) length.unshift(0x81);
  if (body.length >= 0x100) length.splice(0, 1, 0x82, body.length >> 8);
  return Buffer.concat([Buffer.of(tag, ...length), body]);
}
