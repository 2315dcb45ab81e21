import { randomInt } from 'node:crypto';
import type { Static } from 'typebox';
import { Refusal } from '../../../../platform/core/errors.ts';
import { LIMITS } from '../../../../platform/core/limits.ts';
import type { RateLimitResult } from '../../../../platform/core/rate-limit.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../../../platform/http/page.ts';
import { type Ask, askAs } from '../../../../platform/operation/ask.ts';
import type { Perform } from '../../../../platform/operation/perform.ts';
import type { Services } from '../../../../platform/operation/services.ts';
import { activateLicense } from '../../../../shop/licenses/activate-license.ts';
import { deactivateLicense } from '../../../../shop/licenses/deactivate-license.ts';
import type { Instance, License } from '../../../../shop/licenses/license.rules.ts';
import { hashLicenseKey, parseLicenseKey } from '../../../../shop/licenses/license-key.rules.ts';
import { validateLicense } from '../../../../shop/licenses/validate-license.ts';
import { parseSettings } from '../../../../shop/store/store-settings.rules.ts';
import { body, type Call, DONE, type LicenseFacts } from './answer.rules.ts';
import {
  findLicenseDetails,
  findStoreOfKey,
  giveNumbers,
  lacksNumbers,
  type StoreOfKey,
} from './lemon-squeezy.sql.ts';
import { type SentFields, sentFields } from './sent-fields.rules.ts';

/** Limits that are shared with API keys of scope `license`; `undefined`: none. */
export interface ShippedLimits {
  ofAddress(address: string, wall: number): RateLimitResult | undefined;
  ofLicense(store_id: string, key_hash: string, wall: number): RateLimitResult | undefined;
}

interface Dependencies {
  db: Database;
  services: Services;
  perform: Perform;
  limits: ShippedLimits;
}

/** What a call found out. Without an error it was done. */
interface Outcome {
  status: number;
  error: string | null;
  license?: Static<typeof License>;
  instance?: Static<typeof Instance> | null;
}

const NOT_FOUND: Outcome = { status: 404, error: 'license_key not found.' };
const NO_INSTANCE: Outcome = { status: 404, error: 'license_key instance not found.' };
const EXPIRED: Outcome = { status: 400, error: 'This license key is expired.' };
const DISABLED: Outcome = { status: 400, error: 'This license key is disabled.' };
const FULL: Outcome = {
  status: 400,
  error: 'This license key has reached the activation limit.',
};

/**
 * Lemon Squeezy's License API, for applications that were shipped with it: they only swap the host.
 * There is no API key: whoever has a license key may ask about it. Only stores that have switched it
 * on answer; the licenses of all others do not exist here (decision 58).
 */
export const lemonSqueezyLicenses = (needs: Dependencies): ServedPath[] =>
  (Object.keys(DONE) as Call[]).map((call) => ({
    path: `/v1/licenses/${call}`,
    takes_messages: true,
    message_bytes_max: LIMITS.license_body_bytes,
    any_origin: true,
    serve: (request) => serve(call, request, needs),
    refused: async ({ status, message }) => pageAnswer(call, { status, error: message }),
  }));

async function serve(call: Call, request: PageRequest, needs: Dependencies): Promise<PageAnswer> {
  const { db, services, perform, limits } = needs;
  const { client_address, request_id } = request;
  const wall = services.clock();
  const by_address = limits.ofAddress(client_address, wall);
  if (by_address && !by_address.allowed) return tooMany(call, by_address);

  const fields = sentFields(request.body, request.headers['content-type']);
  const wrong = whatIsWrong(call, fields);
  if (wrong !== undefined) return pageAnswer(call, { status: 400, error: wrong });
  const license_key = fields?.license_key ?? '';
  // A mistyped key is looked up as any other: who guesses learns nothing from the time it takes.
  const key_hash = hashLicenseKey(parseLicenseKey(license_key) ?? license_key);
  const store = await findStoreOfKey(db.reader(null), key_hash);
  if (!store || !parseSettings(store.settings).lemon_squeezy_licenses)
    return pageAnswer(call, NOT_FOUND);
  const by_license = limits.ofLicense(store.store_id, key_hash, wall);
  if (by_license && !by_license.allowed) return tooMany(call, by_license);

  const actor = { kind: 'customer', id: store.customer_id, address: client_address } as const;
  const ask = askAs(store, { perform, clock: services.clock, actor, request_id });
  const outcome = await CALLS[call](ask, { ...fields, license_key });
  const license =
    outcome.license ?? (await ask(validateLicense, { license_key }).catch(nothing))?.license;
  return pageAnswer(call, outcome, license && (await licenseFacts(db, store, license)));
}

const nothing = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error;
};

function whatIsWrong(call: Call, fields: SentFields | undefined): string | undefined {
  if (!fields) return 'Send a form (application/x-www-form-urlencoded) or JSON.';
  // JSON has none; a form may have one, and no database takes it.
  const unreadable = Object.entries(fields).find(([, value]) => value.includes('\0'))?.[0];
  if (unreadable !== undefined) {
    return `The ${unreadable.replaceAll('_', ' ')} field must not contain a zero byte.`;
  }
  if (fields.license_key === undefined) return 'The license key field is required.';
  if (call === 'activate' && fields.instance_name === undefined) {
    return 'The instance name field is required.';
  }
  if (call === 'deactivate' && fields.instance_id === undefined) {
    return 'The instance id field is required.';
  }
  return undefined;
}

type Sent = SentFields & { license_key: string };

const CALLS: Record<Call, (ask: Ask, sent: Sent) => Promise<Outcome>> = {
  activate: (ask, { license_key, instance_name = '' }) =>
    refusals(async () => {
      const { license, instance } = await ask(activateLicense, { license_key, instance_name });
      return { status: 200, error: null, license, instance };
    }),
  validate: (ask, { license_key, instance_id }) =>
    refusals(async () => {
      const input = { license_key, ...(instance_id !== undefined && { instance_id }) };
      const { code, license, instance } = await ask(validateLicense, input);
      const { status, error } = VALIDATED[code];
      return { status, error, license, instance };
    }),
  deactivate: (ask, { license_key, instance_id = '' }) =>
    refusals(async () => {
      const { license } = await ask(deactivateLicense, { license_key, instance_id });
      return { status: 200, error: null, license };
    }),
};

const VALIDATED = {
  valid: { status: 200, error: null },
  expired: EXPIRED,
  disabled: DISABLED,
  not_activated: NO_INSTANCE,
  instance_unknown: NO_INSTANCE,
  over_limit: FULL,
};

async function refusals(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const known = REFUSED.get(error.code);
    return known ?? { status: error.status, error: error.message };
  }
}

const REFUSED = new Map<string, Outcome>([
  ['license_not_found', NOT_FOUND],
  ['license_key_mistyped', NOT_FOUND],
  ['instance_not_found', NO_INSTANCE],
  ['license_expired', EXPIRED],
  ['license_disabled', DISABLED],
  ['activation_limit_reached', FULL],
]);

/** What an answer says about a license. Its records get their numbers when they are first shown. */
async function licenseFacts(
  db: Database,
  store: StoreOfKey,
  license: Static<typeof License>,
): Promise<LicenseFacts> {
  const reader = db.reader({ store_id: store.store_id });
  let details = await findLicenseDetails(reader, license.license_id);
  if (details && lacksNumbers(details)) {
    const found = details;
    const of_store = store.store_id;
    await db.write(null, (tx) => giveNumbers(tx, { of_store, details: found, newNumber }));
    details = await findLicenseDetails(reader, license.license_id);
  }
  if (!details) throw new Error(`${license.license_id} has gone`);
  return { license, details, store };
}

/**
 * Nine or ten digits that fit into 32 bits: some applications keep them in no more. Random, because
 * numbers in a row would tell every seller and buyer how much all stores sell.
 */
const newNumber = (): number => randomInt(100_000_000, 2 ** 31);

const HEADERS = {
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'x-request-id, Retry-After, Allow',
};

const pageAnswer = (call: Call, outcome: Outcome, of?: LicenseFacts): PageAnswer => ({
  status: outcome.status,
  type: 'application/json',
  body: JSON.stringify(
    body(call, of ?? null, { error: outcome.error, instance: outcome.instance ?? null }),
  ),
  headers: HEADERS,
});

function tooMany(call: Call, { retry_after_seconds }: RateLimitResult): PageAnswer {
  const answer = pageAnswer(call, { status: 429, error: 'Too many requests. Try again later.' });
  const headers = { ...HEADERS, 'Retry-After': String(retry_after_seconds) };
  return { ...answer, headers };
}
