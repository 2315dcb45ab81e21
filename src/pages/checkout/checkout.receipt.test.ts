import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCounter } from '../../../test/buying.ts';
import { startShop } from '../../../test/harness.ts';
import { readable } from '../../../test/visiting.ts';
import { DAY_MS } from '../../core/time.ts';

test('the license key is on the receipt for a day; then the page says where it is', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop, { license: {} });
  const { id, path } = await counter.openSession();
  await counter.post(`${path}/pay`, counter.filled());
  const [license_key] = (await counter.session(id)).license_keys;
  const page = async () => (await counter.get(path)).text;
  for (const passed_ms of [0, DAY_MS - 1]) {
    shop.now += passed_ms;
    const text = await page();
    assert.ok(text.includes(license_key));
    assert.match(readable(text), /This page shows it for a day\./);
    assert.match(text, /copy\.js/);
  }
  shop.now += 1;
  const text = await page();
  assert.ok(!text.includes(license_key) && !text.includes('KASSA-'));
  assert.doesNotMatch(text, /copy\.js/);
  assert.match(
    readable(text),
    /Thank you .* You find it in your customer portal, to which .* gives you a link/,
  );
  assert.deepEqual((await counter.session(id)).license_keys, [license_key], 'the API has it');
});

test('what brings no key says nothing about one, on the first day and after', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop);
  const { path } = await counter.openSession();
  await counter.post(`${path}/pay`, counter.filled());
  for (const passed_ms of [0, 2 * DAY_MS]) {
    shop.now += passed_ms;
    const { text } = await counter.get(path);
    assert.match(text, /Thank you/);
    assert.doesNotMatch(text, /license key/);
  }
});

test('the page after a purchase leads to the invoice, to read and as a file', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop);
  const { path } = await counter.openSession();
  await counter.post(`${path}/pay`, counter.filled());
  const { text } = await counter.get(path);
  const linkTo = (name: string) =>
    new RegExp(`<a href="([^"]+)">${name}</a>`).exec(text)?.[1] ?? '';
  assert.match((await counter.get(linkTo('Your invoice'))).text, /INV-0001/);
  const file = await counter.get(linkTo('Download it as PDF'));
  assert.equal(file.headers['content-type'], 'application/pdf');
});
