import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AcmeError, askAuthority, type Reply } from './acme-request.ts';
import { makeSigningRequest } from './certificate.ts';
import type { Pem } from './served-certificate.ts';

/** How an authority convinces itself that a name is ours: at port 443, or at port 80. */
export type ChallengeKind = 'tls-alpn-01' | 'http-01';

export interface Challenge {
  kind: ChallengeKind;
  token: string;
  /** What must be shown for the token: it names our account there. */
  answer: string;
}

export interface AcmeAuthority {
  /** Its list of addresses (RFC 8555, 7.1.1). */
  directory: string;
  /** A certificate to trust besides the usual ones, as PEM; for an authority of your own. */
  ca: string | undefined;
  /** Whom it may write to. */
  email: string | undefined;
}

interface Order extends AcmeAuthority {
  /** As PEM. The authority knows us by it. */
  account_key: string;
  domain: string;
  kind: ChallengeKind;
  /** Must resolve when every process would answer the challenge. */
  publish(challenge: Challenge): Promise<void>;
}

const ASK_AGAIN_MS = 1_000;
const WAIT_MAX_MS = 120_000;

export const newAccountKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;

/** Gets a certificate for a domain by ACME (RFC 8555). Throws an AcmeError when it is refused. */
export async function orderCertificate(order: Order): Promise<Pem> {
  const { domain, email, kind } = order;
  const { addresses, post, thumbprint } = await openSession(order);
  await post(addresses.newAccount, {
    termsOfServiceAgreed: true,
    ...(email !== undefined && { contact: [`mailto:${email}`] }),
  });
  const placed = await post(addresses.newOrder, { identifiers: [{ type: 'dns', value: domain }] });
  const order_url = placed.location;
  for (const url of listOf(placed.body.authorizations)) {
    const authorization = await post(url);
    if (authorization.body.status === 'valid') continue; // From an earlier order.
    const challenge = challengesOf(authorization).find(({ type }) => type === kind);
    if (!challenge) throw new AcmeError('unsupported', `the authority offers no ${kind}`);
    await order.publish({
      kind,
      token: challenge.token,
      answer: `${challenge.token}.${thumbprint}`,
    });
    await post(challenge.url, {});
    await settled(() => post(url));
  }
  const { key, request } = makeSigningRequest(domain);
  await settled(() => post(order_url)); // An order is "ready" a moment after its authorizations.
  await post(textOf(placed.body.finalize), { csr: request.toString('base64url') });
  const done = await settled(() => post(order_url), 'valid');
  const { text } = await post(textOf(done.body.certificate));
  return { cert: text, key };
}

/** Asks until the record is no longer being worked on. */
async function settled(ask: () => Promise<Reply>, needed?: 'valid'): Promise<Reply> {
  const until = performance.now() + WAIT_MAX_MS;
  for (;;) {
    const reply = await ask();
    const { status } = reply.body;
    if (status === 'valid' || (status === 'ready' && !needed)) return reply;
    if (status === 'invalid' || status === 'deactivated' || status === 'expired') {
      const failed = challengesOf(reply).find(({ error }) => error)?.error ?? reply.body.error;
      throw AcmeError.of(failed, `the authority says "${status}"`);
    }
    if (performance.now() > until) throw new AcmeError('timeout', 'the authority takes too long');
    await sleep(Math.min((reply.retry_after_s ?? 0) * 1000 || ASK_AGAIN_MS, 15_000));
  }
}

/** Requests are signed with the account's key, and each has a number that was never used. */
async function openSession({ directory, ca, account_key }: Order) {
  const key = createPrivateKey(account_key);
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  const jwk = { crv, kty, x, y }; // In this order: the thumbprint is computed from it.
  const thumbprint = hash('sha256', JSON.stringify(jwk), 'base64url');
  const list = (await askAuthority(directory, { ca })).body;
  const addresses = {
    newNonce: textOf(list.newNonce),
    newAccount: textOf(list.newAccount),
    newOrder: textOf(list.newOrder),
  };
  let nonce: string | undefined;
  let account_url: string | undefined;

  async function send(url: string, payload: object | undefined): Promise<Reply> {
    nonce ??= (await askAuthority(addresses.newNonce, { ca, method: 'HEAD' })).nonce;
    const who = account_url === undefined ? { jwk } : { kid: account_url };
    const header = encoded({ alg: 'ES256', nonce, url, ...who });
    const content = payload === undefined ? '' : encoded(payload);
    const signature = sign('sha256', Buffer.from(`${header}.${content}`), {
      key,
      dsaEncoding: 'ieee-p1363',
    });
    const signed = { protected: header, payload: content };
    const body = JSON.stringify({ ...signed, signature: signature.toString('base64url') });
    nonce = undefined;
    const reply = await askAuthority(url, { ca, method: 'POST', body });
    nonce = reply.nonce;
    if (url === addresses.newAccount) account_url = reply.location;
    return reply;
  }

  /** Without a payload it only reads. */
  async function post(url: string, payload?: object): Promise<Reply> {
    for (let tries = 1; ; tries++) {
      try {
        return await send(url, payload);
      } catch (error) {
        // It has forgotten the number: another one is all it takes.
        const is_old_number = error instanceof AcmeError && error.kind === 'badNonce';
        if (!is_old_number || tries === 10) throw error;
      }
    }
  }
  return { addresses, post, thumbprint };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new AcmeError('malformed', 'the authority left out an address');
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

interface OfferedChallenge {
  type: string;
  url: string;
  token: string;
  error?: unknown;
}

const isOffered = (value: unknown): value is OfferedChallenge =>
  typeof value === 'object' &&
  value !== null &&
  ['type', 'url', 'token'].every((name) => typeof Reflect.get(value, name) === 'string');

const challengesOf = ({ body }: Reply): OfferedChallenge[] =>
  Array.isArray(body.challenges) ? body.challenges.filter(isOffered) : [];
