import { isIP } from 'node:net';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import {
  type ChallengeFor,
  newChallenge,
  readChallenge,
} from '../../shop/store/team/challenge.rules.ts';
import {
  checkAssertion,
  claimedCredential,
  type Expected,
  type NewPasskey,
  readRegistration,
} from '../../shop/store/team/passkey.rules.ts';
import {
  findPasskey,
  listPasskeys,
  markUsed,
  takeChallenge,
} from '../../shop/store/team/passkey.sql.ts';
import { ALGORITHMS } from '../../shop/store/team/public-key.rules.ts';
import { hidden } from './layout.ts';
import type { Visit } from './visit.ts';

type Form = PageRequest['form'];

interface PasskeyRequest {
  bound_to: ChallengeFor;
  /** Whose passkey it must be; anybody's where it says itself who signs in. */
  person_id?: string;
  /** Where the passkey alone is enough, it must know who holds it. */
  must_verify: boolean;
}

/** The part of a form that asks for a passkey; shown only by a browser that knows them. */
export async function passkeyPart(
  visit: Visit,
  request: PasskeyRequest,
  label: string,
): Promise<Html> {
  const { db, services, now } = visit;
  const { person_id, bound_to, must_verify } = request;
  const own = person_id === undefined ? [] : await listPasskeys(db.reader(null), person_id);
  const challenge = newChallenge(services.secrets, bound_to, now);
  const ids = own.map(({ credential_id }) => credential_id);
  const options = { challenge, ids, verify: must_verify ? 'required' : 'preferred' };
  return part(visit, label, options);
}

interface Making {
  bound_to: ChallengeFor;
  person_id: string;
  /** Instead of what stands above it. */
  is_other_way?: boolean;
  /** What the device shows: the address of the account, if the form does not ask for it. */
  name?: string;
}

/** The part of a form that makes a passkey. */
export async function newPasskeyPart(visit: Visit, making: Making, label: string): Promise<Html> {
  const { db, services, now } = visit;
  const { person_id, bound_to, name = '', is_other_way = false } = making;
  const own = await listPasskeys(db.reader(null), person_id);
  const challenge = newChallenge(services.secrets, bound_to, now);
  const ids = own.map(({ credential_id }) => credential_id);
  const options = { challenge, ids, person_id, name, algorithms: ALGORITHMS };
  return part(visit, label, options, is_other_way);
}

function part(
  visit: Visit,
  label: string,
  options: { challenge: string },
  is_other_way = false,
): Html {
  const { rp_id } = siteOf(visit);
  if (isIP(rp_id) !== 0) return html``; // Browsers make passkeys for names alone.
  const all = JSON.stringify({ ...options, rp_id });
  return html`<div class="passkey" data-passkey="${all}" hidden>
  ${hidden('challenge', options.challenge)}${hidden('credential', '')}
  ${is_other_way && html`<p class="or">or</p>`}
  <button class="button second" type="button">${label}</button>
  <p class="problem" role="alert" hidden></p>
</div>`;
}

function siteOf({ services }: Visit): Pick<Expected, 'origin' | 'rp_id'> {
  const { origin, hostname } = new URL(services.base_url);
  return { origin, rp_id: hostname };
}

/** Whether a form was sent with a passkey. */
export const hasPasskey = (form: Form): boolean => (form.get('credential') ?? '') !== '';

/** Whose passkey has answered the challenge of this page; undefined: nobody's that counts. */
export async function checkPasskey(
  visit: Visit,
  form: Form,
  { bound_to, person_id, must_verify }: PasskeyRequest,
): Promise<string | undefined> {
  const { db, now } = visit;
  const found = challengeOf(visit, form, bound_to);
  if (!found) return undefined;
  const { challenge, used } = found;
  const answer = form.get('credential') ?? '';
  const credential_id = claimedCredential(answer);
  if (credential_id === undefined) return undefined;
  const known = await findPasskey(db.reader(null), credential_id);
  if (!known || (person_id !== undefined && known.person_id !== person_id)) return undefined;
  const sign_count = checkAssertion(answer, known, { ...siteOf(visit), challenge, must_verify });
  if (sign_count === undefined) return undefined;
  const { sign_count: known_count } = known;
  const is_first = await db.write(null, async (tx) => {
    if ((await takeChallenge(tx, used)) !== 1) return false;
    return (await markUsed(tx, { credential_id, sign_count, known_count, now })) === 1;
  });
  return is_first ? known.person_id : undefined;
}

/** The new passkey of a form, and the challenge that it uses up; undefined if it does not count. */
export function readNewPasskey(
  visit: Visit,
  form: Form,
  bound_to: ChallengeFor,
): { passkey: NewPasskey; used: { challenge_hash: string; expires_at: number } } | undefined {
  const found = challengeOf(visit, form, bound_to);
  if (!found) return undefined;
  const { challenge, used } = found;
  const expected = { ...siteOf(visit), challenge, must_verify: true };
  const passkey = readRegistration(form.get('credential') ?? '', expected);
  return passkey && { passkey, used };
}

function challengeOf({ services, now }: Visit, form: Form, bound_to: ChallengeFor) {
  const challenge = form.get('challenge') ?? '';
  const used = readChallenge(services.secrets, challenge, { bound_to, now });
  return used && { challenge, used };
}
