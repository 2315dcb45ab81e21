import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import type { Failures } from './waiting.rules.ts';

const START = changes('sign_in_failures', 'counted')`
  INSERT INTO sign_in_failures (counted, failures, failed_at) VALUES (:counted, 0, :now)
  ON CONFLICT (counted) DO NOTHING`;
const LOCK = locks('sign_in_failures', 'counted')`
  SELECT failures, failed_at FROM sign_in_failures WHERE counted = :counted FOR UPDATE`;

/** How often it failed. Others who ask for the same wait for the end of this transaction. */
export async function lockFailures(
  tx: Tx,
  counted: string,
  now: number,
): Promise<{ before: Failures | undefined; is_new: boolean }> {
  const is_new = (await tx.run(START, { counted, now })) === 1;
  return { before: await tx.maybe<Failures>(LOCK, { counted }), is_new };
}

const SET = changes('sign_in_failures', 'counted')`
  UPDATE sign_in_failures SET failures = :failures, failed_at = :failed_at
  WHERE counted = :counted`;

export const setFailures = (tx: Tx, counted: string, { failures, failed_at }: Failures) =>
  tx.run(SET, { counted, failures, failed_at });

const CLEAR = changes('sign_in_failures', 'counted')`
  DELETE FROM sign_in_failures WHERE counted = :counted`;

export const clearFailures = (tx: Tx, counted: string) => tx.run(CLEAR, { counted });

const TAKE_BACK = changes('sign_in_failures', 'counted')`
  UPDATE sign_in_failures SET failures = failures - 1 WHERE counted = :counted AND failures > 0`;

/** It was no failure after all. */
export const takeBackFailure = (tx: Tx, counted: string) => tx.run(TAKE_BACK, { counted });

const FORGET = changes('sign_in_failures')`
  DELETE FROM sign_in_failures WHERE counted IN (
    SELECT counted FROM sign_in_failures WHERE failed_at <= :before LIMIT :most)`;

export const forgetFailures = (tx: Tx, before: number, most: number) =>
  tx.run(FORGET, { before, most });

const KNOWN = `
  SELECT device_hash FROM known_devices
  WHERE person_id = :person_id AND device_hash = :device_hash`;

export const isKnownDevice = async (
  reader: Reader,
  device: { person_id: string; device_hash: string },
): Promise<boolean> => (await reader.maybe(KNOWN, device)) !== undefined;

const KNOW = changes('known_devices', 'person_id', 'device_hash')`
  INSERT INTO known_devices (person_id, device_hash, last_used_at)
  VALUES (:person_id, :device_hash, :now)
  ON CONFLICT (person_id, device_hash) DO UPDATE SET last_used_at = :now`;

export const knowDevice = (
  tx: Tx,
  device: { person_id: string; device_hash: string; now: number },
) => tx.run(KNOW, device);

const FORGET_OF_PERSON = changes('known_devices', 'person_id')`
  DELETE FROM known_devices WHERE person_id = :person_id`;

export const forgetDevicesOf = (tx: Tx, person_id: string) =>
  tx.run(FORGET_OF_PERSON, { person_id });

const FORGET_DEVICES = changes('known_devices')`
  DELETE FROM known_devices WHERE (person_id, device_hash) IN (
    SELECT person_id, device_hash FROM known_devices WHERE last_used_at <= :before LIMIT :most)`;

export const forgetDevices = (tx: Tx, before: number, most: number) =>
  tx.run(FORGET_DEVICES, { before, most });
