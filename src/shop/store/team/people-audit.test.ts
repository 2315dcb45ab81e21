import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import {
  makeOwner,
  OWNER,
  openBrowser,
  ownerLink,
} from '../../../../test/harness/visits/account.ts';

test('the audit log tells who signed in, failed tries in short, and every change of an account, without secrets', async () => {
  const shop = await startShop();
  const home = await makeOwner(shop);
  await home.post('/account/name', { name: 'Countess' });
  await home.post('/account/password', { password: 'andere-molen-88' });
  await home.post('/account/recovery-codes', {});
  for (let time = 0; time < 12; time++) {
    const guess = { email: OWNER.email, password: `guess-${time}-guess` };
    await openBrowser(shop).post('/account/sign-in', guess);
    await openBrowser(shop).post('/account/sign-in', { ...guess, email: 'nobody@example.com' });
    shop.now += 900_000;
  }
  await home.post('/account/sign-out', {});
  const path = await ownerLink(shop);
  await openBrowser(shop).post(path, { password: 'derde-molen-999', forget: 'yes' });
  const rows = await shop.db
    .reader(null)
    .all<{ action: string; changes: string; actor_address: string }>(
      `SELECT action, changes, actor_address FROM audit_entries
     WHERE store_id = '' AND action LIKE '/account%' ORDER BY sequence`,
    );
  const told = rows.map(({ action, changes }) => {
    const [change] = JSON.parse(changes);
    const { tries_in_a_row } = change.after;
    return tries_in_a_row === undefined ? action : `${action}: ${tries_in_a_row} tries`;
  });
  assert.deepEqual(told, [
    ...['/account/setup', '/account/sign-in', '/account/name', '/account/password'],
    ...['/account/recovery-codes', '/account/sign-in: 5 tries', '/account/sign-in: 10 tries'],
    ...['/account/sign-out', '/account/setup', '/account/sign-in'],
  ]);
  assert.ok(rows.every(({ actor_address }) => actor_address === '127.0.0.1'));
  assert.doesNotMatch(JSON.stringify(rows), /molen|guess|argon2/);
  await shop.assertRight();
});
