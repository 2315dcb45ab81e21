import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleInput } from '../../src/platform/operation/examples.ts';
import { operations as groups } from '../../src/sites/api/operations.ts';
import type { Answer } from '../harness/answer.ts';
import { cards } from '../harness/cast.ts';
import type { Shop } from '../harness/shop.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { tour } from '../harness/visits/dashboard-tour.ts';
import {
  BODY_TEXT,
  commandsSay,
  gather,
  openCanaryShop,
  PASSWORD,
  type Secret,
  type Seen,
  STRANGE_KEY,
  STRIPE_KEY,
  signedInForMail,
} from './canary-secrets.ts';
import { Findings, type Step, sized } from './step.ts';
import { oneOfEach } from './two-stores.ts';

// Secrets that would be recognised anywhere are used in every way, right and wrong; then everything
// that leaves the service or stays behind is searched for them.

const operations = Object.values(groups).flat();
const SECRETS_IN_TURN = 3;

export const canaries: Step = {
  name: 'canaries',
  shows:
    'no API key, card number, license key, password, provider key, webhook secret, session, link, ' +
    'secret of an app or of the installation, or body of a request is in the log, in errors, in ' +
    '/metrics, in headers, in what commands say, or in the clear in the database',
  engines: ['sqlite', 'postgres'],
  async run({ size, say }) {
    const found = new Findings();
    const { shop, mails } = await openCanaryShop();
    const store = await shop.makeStore('test');
    const things = await oneOfEach(shop, store, 'OWN');
    const secrets = await gather(shop, store.api_key, things);
    say(`${secrets.length} secrets are used`);
    const each = sized(size, [SECRETS_IN_TURN, secrets.length, secrets.length]);
    const seen = await useAll(shop, store.api_key, inTurn(secrets, each));
    seen.push(...(await commandsSay(shop)));
    await shop.runJob('mails');
    found.check(signedInForMail(mails), 'no mail was sent to the server with the password');
    const left = await kept(shop);
    for (const { name, secret, may_be_answered } of secrets) {
      for (const { where, text } of seen) {
        if (may_be_answered && where.startsWith('answer')) continue;
        found.check(!text.includes(secret), `${name} is in ${where}`);
      }
      const log: string | undefined = shop.log_lines.find((line) => line.includes(secret));
      found.check(log === undefined, `${name} is in the log: ${log?.slice(0, 300)}`);
      for (const { where, text } of left) {
        found.check(!text.includes(secret), `${name} is in the clear in ${where}`);
      }
      found.check(!process.title.includes(secret), `${name} is in the title of the process`);
    }
    const figures = { secrets: secrets.length, 'answers searched': seen.length };
    return {
      figures: { ...figures, 'lines of log': shop.log_lines.length },
      findings: found.texts,
    };
  },
};

/** Some of the secrets, each time the next ones. */
function inTurn(secrets: Secret[], count: number): () => Secret[] {
  let turn = 0;
  return () =>
    Array.from({ length: count }, () => secrets[turn++ % secrets.length]).filter(
      (one) => one !== undefined,
    );
}

async function useAll(shop: Shop, key: string, next: () => Secret[]): Promise<Seen[]> {
  const seen: Seen[] = [];
  const see = (what: string, { status, headers, text }: Answer) => {
    const where = status === 200 ? `answer of ${what}` : `error of ${what}`;
    seen.push({ where, text }, { where: `headers of ${what}`, text: JSON.stringify(headers) });
  };
  const session = await shop.openStore({ api_key: key, store_id: '' });
  const product_id = await session.product();
  for (const payment_method of [cards.pays, cards.declined, { ...cards.pays, cvc: 'x' }]) {
    const { checkout_session_id } = await session.create({ product_id });
    const input = { checkout_session_id, payment_method };
    const headers = { 'idempotency-key': `canary-${checkout_session_id}` };
    const pay = () => shop.call('POST /complete-checkout', input, { key, headers });
    see('complete-checkout', await pay());
    see('complete-checkout again', await pay());
  }
  see(
    'connect-provider',
    await shop.call('POST /connect-provider', { provider: 'stripe', key: STRIPE_KEY }, { key }),
  );
  // Every operation, with each secret where it does not belong; in npm test with some in turn.
  for (const operation of operations) {
    const call = `${operation.method} ${operation.path}`;
    const input = exampleInput(operation);
    const wrong = { ...input, [BODY_TEXT.replaceAll('-', '_')]: BODY_TEXT };
    see(call, await shop.call(call, wrong, { key, in_body: true }));
    see(call, await shop.call(call, input, { key: STRANGE_KEY, in_body: true }));
    for (const { secret } of next()) {
      const first = Object.keys(operation.input.properties)[0] ?? 'x';
      if (operation.path === '/disconnect-provider') continue;
      const headers = { 'idempotency-key': 'canary-1', authorization: `Bearer ${secret}` };
      see(
        call,
        await shop.call(call, { [first]: { [first]: secret } }, { key, headers, in_body: true }),
      );
    }
  }
  const owner = await signedIn(shop);
  for (const { path } of await tour(owner)) see(path, await owner.get(path));
  const form = new URLSearchParams({ email: 'ada@example.com', password: PASSWORD }).toString();
  const { host } = new URL(shop.app.base_url);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', host };
  const asked = { method: 'POST', path: '/account/sign-in' };
  const origin = shop.app.base_url;
  see('sign-in', await shop.send({ ...asked, headers: { ...headers, origin } }, form));
  see('/metrics', await shop.send({ method: 'GET', path: '/metrics' }));
  return seen;
}

/** What stays behind: all rows, and the files of the database. */
async function kept(shop: Shop): Promise<Seen[]> {
  const { data_dir } = shop.place;
  const files = readdirSync(data_dir).filter((name) => name.startsWith('kassa.db'));
  const rows = (await shop.everything()).split('\n').map((text) => ({
    where: `a row (${text.slice(0, 40)})`,
    text,
  }));
  const bytes = files.map((name) => ({
    where: name,
    text: readFileSync(join(data_dir, name), 'latin1'),
  }));
  return [...rows, ...bytes];
}
