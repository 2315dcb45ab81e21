import { Line } from '../../platform/core/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import type { Tx } from '../../platform/db/database.ts';
import { operation } from '../../platform/operation/operation.ts';
import { hasSeat } from './has-seat.ts';
import {
  allowedActivations,
  Certificate,
  countActivation,
  FingerprintInput,
  INSTANCES_ANSWERED,
  Instance,
  type InstanceRow,
  License,
  LicenseKeyInput,
  usageOf,
  whyNotActivate,
} from './license.rules.ts';
import {
  findInstanceByFingerprint,
  insertInstance,
  listInstances,
  listLongestUnseen,
  lockLicenseByKey,
  renameInstance,
  takeSeat,
} from './license.sql.ts';
import { hashLicenseKey, parseLicenseKey } from './license-key.rules.ts';
import { instanceAnswer, licenseAnswer, licenseEvent } from './license-record.ts';
import type { LicenseWithSubscription } from './license-row.rules.ts';
import { certificateClaims, type Licensing } from './licensing.ts';
import type { Claims } from './signing-keys.ts';

export const activateLicense = operation({
  method: 'POST',
  path: '/activate-license',
  summary: 'Use a license on a machine',
  description:
    'Takes one seat of the license. The same `fingerprint` again is the same instance and takes no ' +
    'second seat. If the limit has become smaller, an instance that no longer has a seat is refused. ' +
    '`certificate` is a JWS (EdDSA) for use without a network: see /.well-known/jwks.json.',
  scope: 'license',
  input: Type.Object({
    license_key: LicenseKeyInput,
    instance_name: Line(200, {
      description: 'What the buyer calls the machine; shown in the portal',
      examples: ["Ada's laptop"],
    }),
    fingerprint: Type.Optional(FingerprintInput),
  }),
  output: Type.Object({
    activated: Type.Literal(true),
    license: License,
    instance: Instance,
    certificate: Certificate,
  }),
  errors: [
    'license_not_found',
    'license_key_mistyped',
    'activation_limit_reached',
    'license_expired',
    'license_disabled',
  ],
  async write({ input, tx, emit, audit, limit, store, now, services, refuse }) {
    const { licensing } = services;
    const license_key = parseLicenseKey(input.license_key);
    if (license_key === undefined) throw refuse('license_key_mistyped');
    const key_hash = hashLicenseKey(license_key);
    limit(key_hash);
    const before = await lockLicenseByKey(tx, key_hash);
    if (!before) throw refuse('license_not_found');
    const no = whyNotActivate(before, now);
    if (no) throw refuse(no);

    const { license_id } = before;
    const { instance_name, fingerprint } = input;
    const newest = await listInstances(tx, license_id);
    const known = fingerprint === undefined ? undefined : await instanceOf(fingerprint);
    const instance: InstanceRow = known
      ? { ...known, instance_name, last_validated_at: Math.max(now, known.last_validated_at) }
      : {
          instance_id: newId('inst', now),
          license_id,
          instance_name,
          fingerprint: fingerprint ?? null,
          activated_at: now,
          last_validated_at: now,
        };
    const has_seat = known
      ? await hasSeat(tx, before, known)
      : (await takeSeat(tx, { license_id, now })) === 1;
    if (!has_seat) {
      const message = await fullMessage(tx, licensing, before);
      const detail = { param: 'license_key', code: 'activation_limit_reached', message };
      throw refuse('activation_limit_reached', [detail]);
    }
    if (known) await renameInstance(tx, instance);
    else await insertInstance(tx, instance);

    const row = known ? before : countActivation(before, now);
    const license = { row, instances: newestWith(instance, newest) };
    if (!known) {
      const [was, is] = [usageOf(before), usageOf(row)];
      audit({ target: license_id, before: was, after: is });
      emit('license.activated', licenseEvent(license, now));
    }
    return {
      activated: true as const,
      license: licenseAnswer(licensing, license, now, license_key),
      instance: instanceAnswer(licensing, instance),
      certificate: await certificateClaims({ reader: tx, store, now, services }, row, instance),
    };

    /** Most licenses have few machines, and those are known already. */
    async function instanceOf(fingerprint: string): Promise<InstanceRow | undefined> {
      const found = newest.find((one) => one.fingerprint === fingerprint);
      if (found || newest.length < INSTANCES_ANSWERED) return found;
      return findInstanceByFingerprint(tx, { license_id, fingerprint });
    }
  },
  // A signature takes longer than the rest, and nobody else has to wait for it.
  async finish(answer, { licensing }) {
    const { certificate } = answer;
    if (isSigned(certificate)) return answer;
    return { ...answer, certificate: await licensing.sign(certificate as Claims) };
  },
});

/** Answers that an earlier version has kept are signed already. */
const isSigned = (certificate: string): boolean => certificate.includes('.');

/** The list as it is read again: the machine is new, has a new name, or is not among the newest. */
const newestWith = (instance: InstanceRow, newest: InstanceRow[]): InstanceRow[] =>
  [instance, ...newest.filter(({ instance_id }) => instance_id !== instance.instance_id)]
    .sort((a, b) => (a.instance_id < b.instance_id ? 1 : -1))
    .slice(0, INSTANCES_ANSWERED);

const UNSEEN_MAX = 100;

/** Says which instance could be deactivated to free a seat: the one that was seen longest ago. */
async function fullMessage(
  tx: Tx,
  licensing: Licensing,
  row: LicenseWithSubscription,
): Promise<string> {
  const { license_id, activation_usage } = row;
  const activation_limit = allowedActivations(row);
  const unseen = await listLongestUnseen(tx, { license_id, limit: UNSEEN_MAX });
  const [oldest] = unseen
    .map((one) => ({ ...one, last_seen_at: licensing.lastSeenAt(one) }))
    .sort((a, b) => a.last_seen_at - b.last_seen_at);
  const used = `is in use on ${activation_usage} ${activation_usage === 1 ? 'device' : 'devices'}`;
  // A smaller quantity deactivates nothing, so more devices may be in use than are allowed.
  const devices =
    activation_usage === activation_limit
      ? `${used}, as many as it allows`
      : `${used} and allows ${activation_limit}`;
  if (!oldest) return devices;
  const { instance_name, instance_id, last_seen_at } = oldest;
  return `${devices}. Deactivate one first: "${instance_name}" (${instance_id}) was seen longest ago, ${isoInstant(last_seen_at)}`;
}
