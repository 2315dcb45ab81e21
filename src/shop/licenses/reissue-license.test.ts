import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, NEXT_DAY } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /reissue-license';

const shop = await startShop();

test('200: another key, no machine, else the same license; the record and the exact event', async () => {
  const { newKey, activate, advance, must, validate, told, kept } = await shop.openStore();
  const old_key = await newKey();
  const { license } = await activate(old_key, 'Laptop', 'print');
  await advance('P1D');
  await told();
  const { license_id } = license;
  const body = await must(OP, { license_id });
  const { license_key } = body;
  assert.match(license_key, /^KASSA(-[0-9A-HJKMNP-TV-Z]{5}){5}$/);
  assert.notEqual(license_key, old_key);
  const nowhere = { activation_usage: 0, instances: [] };
  assert.deepEqual(body, { ...license, license_key, ...nowhere, updated_at: NEXT_DAY });
  assert.deepEqual(await told(), [{ type: 'license.reissued', data: await kept(body) }]);
  assert.deepEqual((await validate(license_key)).license, body);
});

test('200: the old key is unknown everywhere, and every machine has to be activated anew', async () => {
  const { newKey, activate, ask, must, validate, deactivate } = await shop.openStore();
  const old_key = await newKey({ activation_limit: 1 });
  const { license, instance } = await activate(old_key, 'Laptop', 'print');
  const { license_key } = await must(OP, { license_id: license.license_id });
  const { instance_id } = instance;
  const old = { license_key: old_key };
  const answers = [
    await ask('POST /validate-license', old),
    await ask('POST /activate-license', { ...old, instance_name: 'Laptop' }),
    await ask('POST /deactivate-license', { ...old, instance_id }),
  ];
  for (const answer of answers) assertRefused(answer, 404, 'license_not_found', []);

  assert.equal((await validate(license_key)).code, 'valid');
  assert.equal((await validate(license_key, { instance_id })).code, 'instance_unknown');
  assert.equal((await validate(license_key, { fingerprint: 'print' })).code, 'instance_unknown');
  assert.equal((await deactivate(license_key, instance_id)).license.activation_usage, 0);
  const again = await activate(license_key, 'Laptop', 'print');
  assert.notEqual(again.instance.instance_id, instance_id);
  assert.equal(again.license.activation_usage, 1);
});

test('200: the new key is the one that the session, the transaction and the list show', async () => {
  const { sell, buy, must } = await shop.openStore();
  const { checkout_session_id, transaction_id } = await buy(await sell());
  const { data } = await must('GET /list-licenses');
  const { license_key, license_id } = await must(OP, { license_id: data[0].license_id });
  const session = await must('GET /get-checkout', { checkout_session_id });
  const transactions = await must('GET /get-transactions', { transaction_id });
  const licenses = await must('GET /list-licenses', { license_id });
  assert.deepEqual(
    [session.license_keys, transactions.data[0].license_keys, licenses.data[0].license_key],
    [[license_key], [license_key], license_key],
  );
});

test('200: one that is disabled or over stays so', async () => {
  const { newKey, licenseOf, advance, must } = await shop.openStore();
  const disabled = (await licenseOf(await newKey())).license_id;
  const dated = (await licenseOf(await newKey({ valid_days: 1 }))).license_id;
  await must('POST /disable-license', { license_id: disabled });
  await advance('P1D');
  assert.equal((await must(OP, { license_id: disabled })).status, 'disabled');
  assert.equal((await must(OP, { license_id: dated })).status, 'expired');
});

test('200: every call makes another key, but one with the same Idempotency-Key', async () => {
  const { newKey, licenseOf, ask, toldTypes } = await shop.openStore();
  const old_key = await newKey();
  const { license_id } = await licenseOf(old_key);
  await toldTypes();
  const headers = { 'idempotency-key': 'reissue-1' };
  const first = await ask(OP, { license_id }, headers);
  const again = await ask(OP, { license_id }, headers);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.deepEqual(await toldTypes(), ['license.reissued']);
  const other = await ask(OP, { license_id });
  const keys = [old_key, first.body.license_key, other.body.license_key];
  assert.equal(new Set(keys).size, 3);
});

test('404 license_not_found: unknown, or of another store, which is answered the same', async () => {
  const { ask } = await shop.openStore();
  const other = await shop.openStore();
  const { license_id } = await other.licenseOf(await other.newKey());
  const before = await shop.everything();
  const missing = await ask(OP, { license_id: 'lic_nothing' });
  assertRefused(missing, 404, 'license_not_found', []);
  assert.deepEqual(errorOf(await ask(OP, { license_id })), errorOf(missing));
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing or of another type is named', async () => {
  const { ask } = await shop.openStore();
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['license_id']);
  for (const license_id of [7, null, ['lic']]) {
    assertRefused(await ask(OP, { license_id }), 400, 'invalid_parameters', ['license_id']);
  }
});

test('403 api_key_scope: a key that may only read reissues nothing', async () => {
  const { licenseOf, newKey } = await shop.openStore(shop);
  const { license_id } = await licenseOf(await newKey());
  const { api_key: key } = await shop.makeKey('read');
  const before = await shop.everything();
  assertRefused(await shop.call(OP, { license_id }, { key }), 403, 'api_key_scope');
  assert.equal(await shop.everything(), before);
});

test('200: with `send`, the new key is mailed to the customer, in their language, once', async () => {
  const { sell, buy, must, ask } = await shop.openStore();
  const ada = { customer_id: 'ada', email: 'ada@example.com', name: 'Ada', language: 'de' };
  await must('POST /create-customer', ada);
  await buy(await sell(), { customer_id: 'ada' });
  const [{ license_id }] = (await must('GET /list-licenses')).data;
  const mails = async () => (await must('GET /list-mails', { kind: 'new_key' })).data;
  assert.deepEqual(await mails(), []);
  const headers = { 'idempotency-key': 'lost' };
  const [first, second] = [
    await ask(OP, { license_id, send: true }, headers),
    await ask(OP, { license_id, send: true }, headers),
  ];
  assert.equal(first.body.license_key, second.body.license_key);
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.deepEqual([mail.to, mail.language], ['ada@example.com', 'de']);
  const { text, subject } = await must('GET /get-mail', { mail_id: mail.mail_id });
  assert.match(subject, /Ihr neuer Lizenzschlüssel/);
  assert.ok(text.includes(first.body.license_key));
});

test('400 invalid_parameters: a key that cannot be sent stays as it is', async () => {
  const { sell, buy, must, ask } = await shop.openStore();
  await buy(await sell(), { customer_id: 'nobody' });
  const [before] = (await must('GET /list-licenses')).data;
  const { license_id } = before;
  assertRefused(await ask(OP, { license_id, send: true }), 400, 'invalid_parameters', ['send']);
  await must('POST /update-customer', { customer_id: 'nobody', email: 'n@example.com' });
  await must('POST /update-mail-settings', { kinds: { new_key: { enabled: false } } });
  assertRefused(await ask(OP, { license_id, send: true }), 400, 'invalid_parameters', ['send']);
  assert.deepEqual((await must('GET /list-licenses')).data, [before]);
});
