import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { totpNow } from '../../src/shop/store/team/totp.rules.ts';
import { cards } from '../harness/cast.ts';
import { atEndOfFile } from '../harness/endings.ts';
import { kassa } from '../harness/kassa-command.ts';
import { makePlace, Shop } from '../harness/shop.ts';
import { hiddenFields, OWNER, openBrowser, ownerLink } from '../harness/visits/account.ts';
import { type MailServerProcess, mailServerAt, startMailServer } from '../stand-ins/mail-server.ts';

// Secrets of every kind that would be recognised anywhere: those that are given to Kassa, those that
// it makes, and those that the people of a shop have.

export const PASSWORD = 'canary-password-7f3a9c51';
export const STRIPE_KEY = 'sk_test_canary7f3a9c5100000000000000';
export const STRANGE_KEY = 'canary-key-7f3a9c51-of-nobody';
export const BODY_TEXT = 'canary-body-7f3a9c51';
const MAIL_PASSWORD = 'canary-mail-7f3a9c51';
const DATABASE_PASSWORD = 'canary-database-7f3a9c51';
const MAIL_USER = 'kassa';

export interface Secret {
  name: string;
  secret: string;
  /** Whoever asks for it with a good key is told. */
  may_be_answered?: boolean;
}

/** Where a secret may not be. */
export interface Seen {
  where: string;
  text: string;
}

/** A shop whose database and mail server are reached with passwords. */
export async function openCanaryShop(): Promise<{ shop: Shop; mails: MailServerProcess }> {
  const place = await makePlace();
  const auth = { user: MAIL_USER, password: MAIL_PASSWORD };
  const mails = await startMailServer(join(place.data_dir, 'arrived'), auth);
  const mail_server = mailServerAt(mails.port, auth);
  const shop = new Shop({ mail_server }, { ...place, database_url: reached(place.database_url) });
  atEndOfFile(async () => {
    await shop.close();
    await mails.stop();
  });
  await shop.open();
  Object.assign(shop, await shop.makeStore('test'));
  return { shop, mails };
}

/** The PostgreSQL of the tests trusts everybody, and so takes any password. */
function reached(database_url: string | undefined): string | undefined {
  if (database_url === undefined) return undefined;
  const url = new URL(database_url);
  if (url.password === '') url.password = DATABASE_PASSWORD;
  return url.href;
}

const passwordOf = ({ place }: Shop): string =>
  place.database_url === undefined ? DATABASE_PASSWORD : new URL(place.database_url).password;

export async function gather(
  shop: Shop,
  key: string,
  things: Record<string, string>,
): Promise<Secret[]> {
  const { must } = await shop.openStore({ api_key: key, store_id: '' });
  const webhook = await must('POST /create-webhook', { url: 'https://canary.example.com/hook' });
  const made = await must('POST /create-api-key', { name: 'Canary', scope: 'read' });
  const { customer_id } = things;
  const billing = await must('POST /create-customer-billing', { customer_id });
  const invited = { email: 'canary@example.com', role: 'viewer' };
  const { invitation_url } = await must('POST /invite-member', invited);
  const last = (url: unknown) => String(url).split('/').at(-1) ?? '';
  const answered = { may_be_answered: true };
  return [
    { name: 'the API key', secret: key },
    { name: 'a new API key', secret: made.api_key, ...answered },
    { name: 'a key of nobody', secret: STRANGE_KEY },
    { name: 'a card number', secret: cards.pays.number },
    { name: 'a card that is declined', secret: cards.declined.number },
    { name: 'a license key', secret: things.license_key ?? '', ...answered },
    { name: 'a webhook secret', secret: webhook.secret, ...answered },
    { name: 'a portal link', secret: last(billing.portal_url), ...answered },
    { name: 'a key of a payment provider', secret: STRIPE_KEY },
    { name: 'a password', secret: PASSWORD },
    { name: 'a text in a refused body', secret: BODY_TEXT },
    { name: 'the secret of the installation', secret: installationSecret(shop) },
    { name: 'the password of the mail server', secret: MAIL_PASSWORD },
    { name: 'the password in DATABASE_URL', secret: passwordOf(shop) },
    { name: 'the link of an invitation', secret: last(invitation_url) },
    ...(await secretsOfOwner(shop)),
  ];
}

const installationSecret = ({ place }: Shop): string =>
  readFileSync(join(place.data_dir, 'secret'), 'utf8').trim();

/** The first owner comes by the link that the server prints, and sets up an authenticator app. */
async function secretsOfOwner(shop: Shop): Promise<Secret[]> {
  const browser = openBrowser(shop);
  const setup = await ownerLink(shop);
  await browser.page(setup);
  await browser.post(setup, { ...OWNER, password: PASSWORD });
  const page = await browser.page('/account/authenticator');
  const [, shown = ''] = /secret=([A-Z2-7]+)/.exec(page) ?? [];
  const bytes = fromBase32(shown);
  const code = totpNow(bytes, shop.now);
  const { sealed = '' } = hiddenFields(page);
  const { status, text } = await browser.post('/account/authenticator', { sealed, code });
  if (status !== 303) throw new Error(`an authenticator app is not set up: ${text}`);
  const recovery = await ownerLink(shop);
  await openBrowser(shop).page(recovery);
  const cookies = [...browser.cookies].filter(([, value]) => value.length >= TOKEN_MIN);
  if (cookies.length === 0) throw new Error('the owner has no session');
  return [
    { name: 'the link that made the owner', secret: setup.split('/').at(-1) ?? '' },
    { name: 'a link that lets an owner in', secret: recovery.split('/').at(-1) ?? '' },
    { name: 'the secret of an authenticator app', secret: shown },
    { name: 'the bytes of that secret', secret: bytes.toString('base64url') },
    ...cookies.map(([name, secret]) => ({ name: `the cookie ${name}`, secret })),
  ];
}

const TOKEN_MIN = 16;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((one) => BASE32.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** What commands say of a database that they do not reach, and of one that they do. */
export async function commandsSay(shop: Shop): Promise<Seen[]> {
  const password = passwordOf(shop);
  const urls = [
    `postgres://kassa:${password}@127.0.0.1:1/kassa`,
    `postgres://kassa:${password}@not a host/kassa`,
    shop.place.database_url ?? '',
  ];
  const seen: Seen[] = [];
  for (const DATABASE_URL of urls) {
    for (const command of [['doctor'], ['keys', 'list']]) {
      const settings = { KASSA_DATA_DIR: shop.place.data_dir, DATABASE_URL };
      const { out, err } = await kassa(command, settings);
      seen.push({ where: `what kassa ${command.join(' ')} says`, text: out + err });
    }
  }
  return seen;
}

/** Who signed in to the mail server. */
export const signedInForMail = (mails: MailServerProcess): boolean =>
  mails.arrived().some(({ user }) => user === MAIL_USER);
