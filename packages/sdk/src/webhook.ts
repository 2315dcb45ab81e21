import { bytes } from './certificate.ts';
import { KassaError } from './error.ts';
import type { Event } from './generated/records.ts';

/** Headers as any server has them: a `Headers` object, or a plain one with names in any case. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How old, or how far ahead, a webhook may be. Default: 300. */
  tolerance_s?: number | undefined;
  /** Milliseconds since 1970. Default: the clock of this machine. */
  now?: number | undefined;
}

/**
 * The event in a webhook, if Kassa has signed it with this secret (`whsec_…`, or several of them).
 * Give it the body exactly as it arrived: text or bytes, not the parsed JSON.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
  { tolerance_s = 300, now = Date.now() }: VerifyOptions = {},
): Promise<Event> {
  // Node has names in lower case; gateways and functions hand them over as they were sent.
  const header = (name: string): string => {
    const value =
      typeof headers.get === 'function'
        ? headers.get(name)
        : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
    return [value ?? ''].flat().join(' ');
  };
  const keys = keysOf([secret].flat());
  if (typeof body !== 'string' && typeof body?.byteLength !== 'number') {
    throw new TypeError('body must be text or bytes as they arrived, not parsed');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const at = header('webhook-timestamp');
  const signed = new TextEncoder().encode(`${header('webhook-id')}.${at}.${text}`);
  if (!(Math.abs(now / 1000 - +at) <= tolerance_s)) throw refused('too old, or not dated');
  for (const raw of keys) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', raw, hmac, false, ['verify']);
    // `verify` takes as long for a wrong signature as for the right one.
    const fits = async (signature: string) =>
      crypto.subtle.verify('HMAC', key, bytes(signature.replace('v1,', '')), signed);
    // There are two for a day after the secret was changed.
    for (const signature of header('webhook-signature').split(' ')) {
      if (await fits(signature).catch(() => false)) return JSON.parse(text);
    }
  }
  throw refused('not signed with this secret');
}

/** A setting that is not set is no reason to refuse a webhook, which then would not come again. */
function keysOf(secrets: readonly string[]) {
  const keys = secrets.filter(Boolean).map(keyOf);
  if (keys[0] && keys.every((key) => key?.length)) return keys as Uint8Array<ArrayBuffer>[];
  throw new TypeError('secret must be the whsec_… that Kassa answered');
}

function keyOf(secret: string) {
  try {
    return bytes(secret.replace('whsec_', ''));
  } catch {
    return undefined; // Not Base64.
  }
}

const refused = (why: string) =>
  new KassaError({ code: 'webhook_invalid', message: `This webhook is ${why}.` });
