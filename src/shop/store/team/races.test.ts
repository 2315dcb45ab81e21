import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import {
  makeOwner,
  OWNER,
  openBrowser,
  ownerLink,
} from '../../../../test/harness/visits/account.ts';
import { openSecrets } from '../../../platform/machine/secret.ts';
import { replaceRecoveryCodes, setTotp } from './factor.sql.ts';
import { createHashing } from './hashing.ts';
import { findPersonByEmail } from './person.sql.ts';
import {
  foldEmail,
  recoveryCodeHash,
  type SignInAttempt,
  tryCode,
  tryPassword,
} from './sign-in.ts';
import { totpNow } from './totp.rules.ts';

const AT_ONCE = 6;
const times = <T>(work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(at)));

test('a setup link that is used many times at once makes one owner', async () => {
  const shop = await startShop();
  const path = await ownerLink(shop);
  const answers = await times((at) =>
    openBrowser(shop).post(path, { ...OWNER, email: `owner${at}@example.com` }),
  );
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 303).length, 1, statuses.join());
  const rows = await shop.db.reader(null).all('SELECT person_id FROM people');
  assert.equal(rows.length, 1);
});

test('an invitation that is used many times at once makes one member', async () => {
  const shop = await startShop();
  const { must } = await shop.openStore(shop);
  const invited = { email: 'grace@example.com', role: 'viewer' };
  const path = new URL((await must('POST /invite-member', invited)).invitation_url).pathname;
  const password = 'vierkant-molen-7';
  const answers = await times((at) => openBrowser(shop).post(path, { name: `G${at}`, password }));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 303).length, 1, statuses.join());
  assert.ok(statuses.every((status) => status < 500));
  assert.equal((await must('GET /list-members')).data.length, 1);
});

test('two invitations of one address, used at once, make one account and lose neither', async () => {
  const shop = await startShop();
  const [one, other] = [await shop.openStore(), await shop.openStore()];
  const invited = { email: 'grace@example.com', role: 'viewer' };
  const password = 'vierkant-molen-7';
  const paths: string[] = [];
  for (const { must } of [one, other]) {
    paths.push(new URL((await must('POST /invite-member', invited)).invitation_url).pathname);
  }
  const browsers = paths.map(() => openBrowser(shop));
  const answers = await Promise.all(
    browsers.map((browser, at) => browser.post(paths[at] ?? '', { name: '', password })),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, 303]);
  const winner = answers[0]?.status === 303 ? 0 : 1;
  const joined = await browsers[winner]?.post(paths[1 - winner] ?? '', {});
  assert.equal(joined?.status, 303);
  for (const { must } of [one, other]) {
    const { data } = await must('GET /list-members');
    assert.deepEqual(
      data.map((member: { status: string }) => member.status),
      ['active'],
    );
  }
});

test('a code of the app and a recovery code that are used many times at once count once', async () => {
  const shop = await startShop();
  await makeOwner(shop);
  const person = await findPersonByEmail(shop.db.reader(null), foldEmail(OWNER.email));
  assert.ok(person);
  const { person_id } = person;
  const secrets = openSecrets({ secret: undefined, data_dir: shop.place.data_dir });
  const secret = Buffer.alloc(20, 7);
  const totp_secret = secrets.seal(secret.toString('base64url'), ['authenticator', person_id]);
  const code = '0123456789abcdef';
  await shop.db.write(null, async (tx) => {
    await setTotp(tx, person_id, { totp_secret, totp_last_step: 0 });
    await replaceRecoveryCodes(tx, person_id, [recoveryCodeHash({ secrets }, { person_id, code })]);
  });
  const trying = (at: number): SignInAttempt => ({
    ...{ db: shop.db, secrets, hashing: createHashing(), now: shop.now },
    ...{ device_hash: `device ${at}`, address: `10.0.0.${at}` },
  });
  for (const typed of [totpNow(secret, shop.now), '0123-4567-89AB-CDEF']) {
    await shop.db.write(null, async (tx) => tx.run('DELETE FROM sign_in_failures'));
    // Five at once: a sixth would have to wait.
    const tried: { is: string }[] = await Promise.all(
      [0, 1, 2, 3, 4].map((at) => tryCode(trying(at), person, typed)),
    );
    assert.equal(tried.filter(({ is }) => is === 'right').length, 1, JSON.stringify(tried));
  }
});

test('many passwords at once, from many addresses: five are looked at', async () => {
  const shop = await startShop();
  await makeOwner(shop);
  const secrets = openSecrets({ secret: undefined, data_dir: shop.place.data_dir });
  const hashing = createHashing();
  const tried = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      tryPassword(
        {
          ...{ db: shop.db, secrets, hashing, now: shop.now },
          ...{ device_hash: `device ${at}`, address: `10.0.${at}.1` },
        },
        { email: OWNER.email, password: `guess-number-${at}` },
      ),
    ),
  );
  assert.equal(tried.filter(({ is }) => is === 'wrong').length, 5);
  assert.equal(tried.filter(({ is }) => is === 'too_many').length, 7);
});
