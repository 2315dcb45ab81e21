import { randomUUID, X509Certificate } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Log } from '../../platform/core/log.ts';
import type { Secrets } from '../../platform/core/secrets.ts';
import { type Clock, isoInstant, MINUTE_MS } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  type Challenge,
  newAccountKey,
  orderCertificate,
} from '../../platform/machine/tls/acme.ts';
import { AcmeError } from '../../platform/machine/tls/acme-request.ts';
import type { AcmeSettings } from '../../platform/machine/tls/acme-settings.ts';
import { makeChallengeCertificate } from '../../platform/machine/tls/certificate.ts';
import { type Pem, whyUnusable } from '../../platform/machine/tls/served-certificate.ts';
import { adviceFor, nextTryAt, renewAt } from './acme.rules.ts';
import {
  type AcmeCertificateRow,
  addAcmeCertificate,
  findAcmeCertificate,
  lockAcmeCertificate,
  saveAcmeCertificate,
} from './acme-certificate.sql.ts';
import { oneAtATime } from './look-up.ts';

/** How often every process reads what the others may have changed. */
const LOOK_MS = 1_000;
/** After this time every process shows a challenge. */
const SHOWN_AFTER_MS = 2 * LOOK_MS + 500;
const CLAIM_MS = 5 * MINUTE_MS;

export interface CertificateDependencies {
  db: Database;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  /** False while this machine's clock is wrong. */
  mayOrder(): boolean;
}

interface CertificateKeeper {
  /** The newest one; undefined until the first has come. */
  newest(): Pem | undefined;
  /** What an authority that looks at the TLS port is shown; undefined when none looks. */
  challenge(): SecureContext | undefined;
  /** What an authority that looks at port 80 is shown. */
  answerTo(token: string): Promise<string | undefined>;
  /** When the certificate ends, if renewing it has failed. */
  failingUntil(): number | undefined;
  start(use: (pem: Pem) => void): void;
  stop(): Promise<void>;
}

/**
 * Gets a certificate for a domain and renews it. All processes of a database share it: one orders,
 * every one answers the authority's question, and every one takes the new certificate.
 */
export async function keepCertificate(
  acme: AcmeSettings,
  { db, secrets, clock, log, mayOrder }: CertificateDependencies,
): Promise<CertificateKeeper> {
  const { domain, directory } = acme;
  const owner = randomUUID();
  const account_place = ['acme account', domain, directory] as const;
  const key_place = ['acme certificate', domain, directory] as const;
  let row = await readOrAdd();
  // Anybody can ask at port 80: that is never more than one read at a time.
  const findShown = oneAtATime(async () => findAcmeCertificate(db.reader(null), acme));
  let shown: { text: string; context: SecureContext } | undefined;
  let use: ((pem: Pem) => void) | undefined;
  let is_stopped = false;
  let is_looking = false;
  let ordering: Promise<void> | undefined;

  async function readOrAdd(): Promise<AcmeCertificateRow> {
    const found = await findAcmeCertificate(db.reader(null), acme);
    if (found) return found;
    const account_key = secrets.seal(newAccountKey(), [...account_place]);
    await db.write(null, async (tx) =>
      addAcmeCertificate(tx, { ...NOTHING_YET, domain, directory, account_key }),
    );
    return readOrAdd();
  }

  function pemOf({ certificate, certificate_key }: AcmeCertificateRow): Pem | undefined {
    const key = certificate_key && secrets.open(certificate_key, [...key_place]);
    return certificate !== null && key ? { cert: certificate, key } : undefined;
  }

  async function look(): Promise<void> {
    const before = row.certificate;
    row = await readOrAdd();
    const pem = row.certificate === before ? undefined : pemOf(row);
    if (pem) {
      use?.(pem);
      log.info('new certificate in use', { domain });
    }
    const now = clock();
    if (row.next_order_at > now || row.claimed_until > now || !mayOrder() || ordering) return;
    ordering = order()
      .catch((error) => log.error('certificate not ordered', { domain, error: String(error) }))
      .finally(() => {
        ordering = undefined;
      });
  }

  async function order(): Promise<void> {
    const claimed = await claim();
    if (!claimed) return; // Another process was faster.
    const kind = acme.kinds[(claimed.failures - 1) % acme.kinds.length] ?? 'tls-alpn-01';
    log.info('ordering a certificate', { domain, authority: new URL(directory).host, kind });
    const account_key = secrets.open(claimed.account_key, [...account_place]);
    if (account_key === undefined) throw new Error('the key of the ACME account cannot be opened');
    try {
      const pem = await orderCertificate({ ...acme, account_key, kind, publish });
      const problem = whyUnusable(pem);
      if (problem !== undefined) throw new AcmeError('malformed', problem);
      await keep(pem);
    } catch (error) {
      if (!is_stopped) await noteFailure(claimed, error, kind === 'http-01' ? 80 : 443);
    }
  }

  const claim = () =>
    db.write(null, async (tx) => {
      const now = clock();
      const found = await lockAcmeCertificate(tx, acme);
      if (!found || found.next_order_at > now || found.claimed_until > now) return undefined;
      const failures = found.failures + 1;
      // Written before the order begins: a process that ends in it, again and again, asks as seldom.
      const next_order_at = nextTryAt({ failures, now, random: Math.random() });
      const claim = { claimed_by: owner, claimed_until: now + CLAIM_MS, challenge: null };
      const after = { ...found, ...claim, failures, next_order_at };
      await saveAcmeCertificate(tx, after);
      return after;
    });

  /** Changes the row, if the claim on it is still ours. */
  const change = (changes: Partial<AcmeCertificateRow>) =>
    db.write(null, async (tx) => {
      const found = await lockAcmeCertificate(tx, acme);
      if (found?.claimed_by !== owner) throw new Error('another process orders meanwhile');
      await saveAcmeCertificate(tx, { ...found, ...changes });
    });

  async function publish(challenge: Challenge): Promise<void> {
    await change({ challenge: JSON.stringify(challenge) });
    if (challenge.kind === 'tls-alpn-01') await sleep(SHOWN_AFTER_MS);
  }

  async function keep(pem: Pem): Promise<void> {
    const { validFromDate, validToDate } = new X509Certificate(pem.cert);
    const [from, until] = [validFromDate.getTime(), validToDate.getTime()];
    const next_order_at = renewAt({ from, until, now: clock(), random: Math.random() });
    await change({
      certificate: pem.cert,
      certificate_key: secrets.seal(pem.key, [...key_place]),
      next_order_at,
      failures: 0,
      problem: null,
      ...UNCLAIMED,
    });
    const times = { ends_at: isoInstant(until), renewed_at: isoInstant(next_order_at) };
    log.info('certificate received', { domain, ...times });
  }

  async function noteFailure(
    { failures, next_order_at }: AcmeCertificateRow,
    error: unknown,
    port: 80 | 443,
  ): Promise<void> {
    const { kind, retry_after_s } =
      error instanceof AcmeError ? error : { kind: 'other', retry_after_s: undefined };
    const problem = error instanceof Error ? error.message : String(error);
    const retry_at = nextTryAt({ failures, now: clock(), random: 0, retry_after_s });
    const next = Math.max(next_order_at, retry_at);
    await change({ next_order_at: next, problem, ...UNCLAIMED });
    const advice = adviceFor(kind, { domain, port });
    log.error('no certificate', { domain, problem, advice, next_try_at: isoInstant(next) });
  }

  function challenge(): SecureContext | undefined {
    const text = row.challenge;
    if (text === null) return undefined;
    if (shown?.text === text) return shown.context;
    const { kind, answer }: Challenge = JSON.parse(text);
    if (kind !== 'tls-alpn-01') return undefined;
    const made = makeChallengeCertificate({ domain, answer, now: new Date(clock()), days: 7 });
    shown = { text, context: createSecureContext({ ...made }) };
    return shown.context;
  }

  const looking = setInterval(async () => {
    if (is_looking || !use) return;
    is_looking = true;
    await look().catch((error) => log.error('certificate not read', { error: String(error) }));
    is_looking = false;
  }, LOOK_MS).unref();

  return {
    newest: () => pemOf(row),
    challenge,
    async answerTo(token) {
      const found = await findShown();
      const challenge: Challenge | undefined = found?.challenge && JSON.parse(found.challenge);
      return challenge?.token === token ? challenge.answer : undefined;
    },
    failingUntil() {
      const has_failed = row.certificate !== null && row.failures > 0 && row.problem !== null;
      return has_failed
        ? new X509Certificate(row.certificate ?? '').validToDate.getTime()
        : undefined;
    },
    start(take) {
      use = take;
    },
    async stop() {
      is_stopped = true;
      clearInterval(looking);
      if (ordering) await change(UNCLAIMED).catch(() => {}); // Whoever has it now keeps it.
    },
  };
}

const UNCLAIMED = { claimed_by: null, claimed_until: 0, challenge: null };
const NOTHING_YET = {
  certificate: null,
  certificate_key: null,
  problem: null,
  next_order_at: 0,
  failures: 0,
  ...UNCLAIMED,
};
