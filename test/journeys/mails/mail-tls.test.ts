import assert from 'node:assert/strict';
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { MailServer } from '../../../src/platform/machine/mail-server.ts';
import { localCertificate } from '../../../src/platform/machine/tls/local-certificate.ts';
import { startShop } from '../../harness/shop.ts';
import { turnInto } from '../../harness/visits/mails.ts';
import {
  type MailServerOptions,
  mailServerAt,
  startMailServer,
} from '../../stand-ins/mail-server.ts';

// What others could read or change on the way: TLS, passwords, signatures, headers.

const dir = mkdtempSync(join(tmpdir(), 'kassa-mail-'));
const { cert, key, authority_path } = localCertificate(join(dir, 'tls'), Date.now());
const ca = readFileSync(authority_path, 'utf8');
const stops: (() => Promise<void>)[] = [];
after(async () => {
  for (const stop of stops) await stop();
  rmSync(dir, { recursive: true, force: true });
});

let servers = 0;
async function serverWith(options: MailServerOptions) {
  const server = await startMailServer(join(dir, `arrived${servers++}`), options);
  stops.push(server.stop);
  return server;
}

/** Sends one mail to a server with these settings; what became of it, and what arrived. */
async function sendOne(server: Awaited<ReturnType<typeof serverWith>>, more: Partial<MailServer>) {
  const before = server.arrived().length;
  const shop = await startShop({ mail_server: mailServerAt(server.port, more) });
  const { mail_id } = (await shop.call('POST /send-test-mail', { to: 'ada@example.com' })).body;
  await shop.runJob('mails');
  const { status, response } = (await shop.call('GET /get-mail', { mail_id })).body;
  return { status, response, arrived: server.arrived().slice(before), log: shop.log_lines };
}

test('TLS is used when it is offered, and a mail that requires it is not sent without', async () => {
  const plain = await serverWith({});
  const secure = await serverWith({ cert, key });
  const host = 'localhost';
  const offered = await sendOne(secure, { host, ca, tls: 'required' });
  assert.deepEqual([offered.status, offered.arrived[0]?.is_encrypted], ['sent', true]);
  const optional = await sendOne(secure, { host, ca, tls: 'optional' });
  assert.deepEqual([optional.status, optional.arrived[0]?.is_encrypted], ['sent', true]);
  const off = await sendOne(secure, { tls: 'off' });
  assert.deepEqual([off.status, off.arrived[0]?.is_encrypted], ['sent', false]);
  const required = await sendOne(plain, { tls: 'required' });
  assert.deepEqual([required.status, required.arrived], ['queued', []]);
  assert.match(required.response, /STARTTLS/);
});

test('smtps is TLS from the start, and a certificate of somebody else is not trusted', async () => {
  const server = await serverWith({ cert, key, secure: true });
  const good = await sendOne(server, { host: 'localhost', ca, tls: 'from_start' });
  assert.deepEqual([good.status, good.arrived[0]?.is_encrypted], ['sent', true]);
  const stranger = await sendOne(server, { host: 'localhost', tls: 'from_start' });
  assert.deepEqual([stranger.status, stranger.arrived], ['queued', []]);
  assert.match(stranger.response, /certificate \(if it is of .*\?ca= .*\?tls=optional/);
  const unchecked = { host: 'localhost', is_certificate_checked: false };
  const any = await sendOne(server, { ...unchecked, tls: 'from_start' });
  assert.deepEqual([any.status, any.arrived[0]?.is_encrypted], ['sent', true]);
});

test('a certificate of nobody, such as a mail server on this machine has, is taken where none is asked for', async () => {
  const server = await serverWith({ cert, key });
  for (const host of ['localhost', '127.0.0.1']) {
    const taken = await sendOne(server, { host, is_certificate_checked: false });
    assert.deepEqual([taken.status, taken.arrived[0]?.is_encrypted], ['sent', true]);
    const asked = await sendOne(server, { host, tls: 'required' });
    assert.deepEqual([asked.status, asked.arrived], ['queued', []]);
    assert.match(asked.log.join('\n'), /takes no mail.*certificate.*\?ca= .*\?tls=optional/);
  }
});

test('user and password are sent to a server that asks for them, and are in no log', async () => {
  const server = await serverWith({ cert, key, user: 'shop', password: 'hunter2' });
  const to = { host: 'localhost', ca, tls: 'required' as const, user: 'shop' };
  const good = await sendOne(server, { ...to, password: 'hunter2' });
  assert.deepEqual([good.status, good.arrived[0]?.user], ['sent', 'shop']);
  const wrong = await sendOne(server, { ...to, password: 'hunter3' });
  assert.equal(wrong.status, 'queued', 'it may be put right');
  assert.match(wrong.response, /Wrong password/);
  assert.ok(wrong.log.some((line) => line.includes('the mail server takes no mail')));
  assert.doesNotMatch(wrong.log.join('\n'), /hunter/);
  const none = await serverWith({});
  const unasked = await sendOne(none, { user: 'shop', password: 'hunter2' });
  assert.deepEqual([unasked.status, unasked.arrived], ['queued', []], 'not sent as nobody');
});

test('a DKIM signature is good for what arrives, and for nothing else', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const dkim = { domain: 'example.com', selector: 's1', private_key };
  const { arrived } = await sendOne(await serverWith({}), { dkim });
  const message = arrived[0]?.message ?? '';
  const isGood = (text: string) =>
    verifiesDkim(text, publicKey.export({ type: 'spki', format: 'pem' }).toString());
  assert.match(message, /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=example\.com;/m);
  assert.equal(isGood(message), true);
  assert.equal(isGood(message.replace('Subject: ', 'Subject: Not ')), false);
  assert.equal(isGood(message.replace('ada@example.com', 'eve@example.com')), false);
  assert.equal(isGood(message.replace(/<\/html>|\r\n$/, 'more')), false);
});

test('nothing that a buyer or seller writes becomes a header or another recipient', async () => {
  const server = await serverWith({});
  const shop = await startShop({ mail_server: mailServerAt(server.port) });
  const evil = 'Pro\r\nBcc: eve@example.com\r\n\r\n<script>\u2028x';
  const { mail_id } = (await shop.call('POST /send-test-mail', { to: 'ada@example.com' })).body;
  await turnInto(shop, mail_id, 'purchase');
  await shop.db.write(null, async (tx) => {
    const data = 'SELECT data FROM mails WHERE mail_id = :mail_id';
    const row = await tx.maybe<{ data: string }>(data, { mail_id });
    const named = { ...JSON.parse(row?.data ?? ''), product_name: evil, customer_name: evil };
    const change = 'UPDATE mails SET data = :data WHERE mail_id = :mail_id';
    await tx.run(change, { mail_id, data: JSON.stringify(named) });
    const mail_settings = JSON.stringify({ from_name: `Shop${evil}`, reply_to: 'r@example.com' });
    await tx.run('UPDATE stores SET mail_settings = :mail_settings', { mail_settings });
  });
  await shop.runJob('mails');
  const [mail, ...more] = server.arrived();
  assert.deepEqual(more, []);
  const [headers = ''] = mail?.message.split('\r\n\r\n') ?? [];
  const names = headers.split('\r\n').filter((line) => !/^\s/.test(line));
  assert.deepEqual(
    names.map((line) => line.split(':')[0]).toSorted(),
    ['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Reply-To']
      .concat(['Subject', 'To', 'X-Auto-Response-Suppress'])
      .toSorted(),
  );
  assert.match(headers, /^To: ada@example\.com$/m);
  assert.match(headers, /^Reply-To: r@example\.com$/m);
  const [, html = ''] = mail?.message.split('Content-Type: text/html') ?? [];
  assert.match(html, /&lt;script&gt;/);
  assert.doesNotMatch(html, /<script>/);
});

/** As RFC 6376 says, for signatures of the kind that Kassa makes. */
function verifiesDkim(message: string, public_key: string): boolean {
  const end = message.indexOf('\r\n\r\n');
  const fields = message.slice(0, end).split(/\r\n(?![ \t])/);
  const relaxed = (field: string) => {
    const [name = '', ...rest] = field.split(':');
    const value = rest
      .join(':')
      .replaceAll('\r\n', '')
      .replace(/[ \t]+/g, ' ');
    return `${name.toLowerCase().trim()}:${value.trim()}`;
  };
  const named = (name: string) =>
    fields.filter((field) => field.toLowerCase().startsWith(`${name}:`));
  const [signature = ''] = named('dkim-signature');
  const tag = (name: string) =>
    (new RegExp(`[;\\s]${name}=([^;]*)`).exec(signature)?.[1] ?? '').replace(/\s/g, '');
  const body = message
    .slice(end + 4)
    .replace(/[ \t]+/g, ' ')
    .replaceAll(' \r\n', '\r\n');
  const bytes = Buffer.from(`${body.replace(/(\r\n)+$/, '')}\r\n`, 'latin1');
  if (createHash('sha256').update(bytes).digest('base64') !== tag('bh')) return false;
  // From the last of a name upwards.
  const used = new Map<string, string[]>();
  const signed = tag('h')
    .split(':')
    .flatMap((name) => {
      const left = used.get(name.toLowerCase()) ?? named(name.toLowerCase());
      const field = left.at(-1);
      used.set(name.toLowerCase(), left.slice(0, -1));
      return field === undefined ? [] : [relaxed(field)];
    });
  const unsigned = relaxed(signature.replace(/([;\s]b=)[^;]*/, '$1'));
  return createVerify('RSA-SHA256')
    .update(Buffer.from([...signed, unsigned].join('\r\n'), 'latin1'))
    .verify(public_key, tag('b'), 'base64');
}
