import { timingSafeEqual } from 'node:crypto';
import { html } from '../../platform/core/html.ts';
import { KASSA } from '../../platform/core/program.ts';
import { MINUTE_MS } from '../../platform/core/time.ts';
import type { NewCookie, PageAnswer, PageRequest } from '../../platform/http/page.ts';
import { type FactorsRow, findFactors } from '../../shop/store/team/factor.sql.ts';
import { endSession, findPerson, type PersonRow } from '../../shop/store/team/person.sql.ts';
import { SESSION_COOKIE } from '../../shop/store/team/session.ts';
import { tryCode, tryPassword } from '../../shop/store/team/sign-in.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { tryLater } from '../shared/page-limits.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { ATTEMPT_COOKIE, enterAs, noCookie } from './enter.ts';
import { accountPage, field, hidden } from './layout.ts';
import { checkPasskey, hasPasskey, passkeyPart } from './passkey-part.ts';
import { auditAccount, type Handler, type Visit } from './visit.ts';
import { backQuery, wayBack } from './way-back.rules.ts';

const ATTEMPT_MS = 10 * MINUTE_MS;

export const showSignIn: Handler = (visit, request) => {
  const query = request.readQuery();
  const back = wayBack(query.get('back'));
  if (visit.session) return redirectAfterForm(visit.base_path + (back ?? '/dashboard'));
  return signInPage(visit, { back, why: whyHere(back, query.get('lost') === 'form') });
};

export const signIn: Handler = async (visit, { form }) => {
  const back = wayBack(form.get('back'));
  if (hasPasskey(form)) return signInByPasskey(visit, form, back);
  const email = (form.get('email') ?? '').trim();
  const password = form.get('password') ?? '';
  const tried = await tryPassword(visit.trying, { email, password });
  if (tried.is === 'wrong') return signInPage(visit, { back, email, refusal: WRONG });
  if (tried.is === 'too_many') {
    const refusal = tooMany(tried.wait_seconds);
    return tryLater(await signInPage(visit, { back, email, refusal }), tried.wait_seconds);
  }
  const { person, factors, is_recovery } = tried;
  if (is_recovery) return enterAs(visit, person, '/account/password', factors);
  if (!needsMore(factors)) return enterAs(visit, person, back ?? '/dashboard', factors);
  const to = `${visit.base_path}/account/second-factor${backQuery(back)}`;
  return { ...redirectAfterForm(to), cookies: [attemptCookie(visit, person, factors)] };
};

const WRONG: RefusalText = {
  title: 'E-mail address or password is wrong',
  text: 'Check both and try again.',
};

export const tooMany = (seconds: number): RefusalText => ({
  title: 'Too many tries',
  text: `Try again in ${durationText(seconds)}.`,
});

const durationText = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

const needsMore = ({ totp_secret, passkeys }: FactorsRow): boolean =>
  totp_secret !== null || passkeys > 0;

/** Said to those who did not come here by themselves. */
function whyHere(back: string | undefined, is_lost: boolean): string | undefined {
  if (back === undefined || back === '/dashboard') return undefined;
  return is_lost
    ? 'You were signed out, so nothing of the form was saved. Sign in, and you are back at it.'
    : 'You are signed out. Sign in, and you are back where you were.';
}

interface Shown {
  back: string | undefined;
  why?: string | undefined;
  email?: string;
  refusal?: RefusalText | undefined;
}

async function signInPage(
  visit: Visit,
  { back, why, email = '', refusal }: Shown,
): Promise<PageAnswer> {
  const by_passkey = await passkeyPart(visit, byPasskey(visit), 'Sign in with a passkey');
  return accountPage(visit, {
    title: 'Sign in',
    lead: why,
    refusal,
    has_passkeys: true,
    main: html`<form class="form" method="post" action="${visit.base_path}/account/sign-in">
  ${back !== undefined && hidden('back', back)}
  ${field({
    ...{ name: 'email', label: 'E-mail address', type: 'email', value: email },
    attributes: { autocomplete: 'username', maxlength: 254 },
  })}
  ${field({
    ...{ name: 'password', label: 'Password', type: 'password' },
    attributes: { autocomplete: 'current-password', maxlength: 200 },
  })}
  <button class="button">Sign in</button>
</form>
<form class="form" method="post" action="${visit.base_path}/account/sign-in">
  ${back !== undefined && hidden('back', back)}${by_passkey}
</form>
<p class="foot">Lost your passkey, and have no password? Type a recovery code in its place.</p>
<p class="foot">Here for the first time, or password forgotten? At the server,
  <code>${KASSA} dashboard link</code> makes a link for the owner. Others ask the owner.</p>`,
  });
}

const byPasskey = ({ trying }: Visit) =>
  ({ bound_to: ['sign-in', trying.device_hash], must_verify: true }) as const;

async function signInByPasskey(
  visit: Visit,
  form: PageRequest['form'],
  back: string | undefined,
): Promise<PageAnswer> {
  const person_id = await checkPasskey(visit, form, byPasskey(visit));
  if (person_id !== undefined) return enterAs(visit, { person_id }, back ?? '/dashboard');
  return signInPage(visit, { back, refusal: PASSKEY_REFUSED });
}

export const PASSKEY_REFUSED: RefusalText = {
  title: 'This passkey was not accepted',
  text: 'It may be of another account, or the page was open for too long. Try again.',
};

/** Between the password and the second factor: who it is, for ten minutes, in this browser. */
function attemptCookie(visit: Visit, { person_id }: PersonRow, factors: FactorsRow): NewCookie {
  const until = visit.now + ATTEMPT_MS;
  const value = `${person_id}.${until}.${attemptMark(visit, person_id, until, factors)}`;
  return {
    ...{ name: ATTEMPT_COOKIE, value, same_site: 'Strict' },
    max_age_seconds: ATTEMPT_MS / 1000,
  };
}

/** With the hash of the password: when that is changed, nobody goes on with the old one. */
const attemptMark = (
  { services, trying }: Visit,
  person_id: string,
  until: number,
  { password_hash }: FactorsRow,
): string => {
  const parts = ['attempt', person_id, String(until), trying.device_hash, password_hash];
  return services.secrets.derive(JSON.stringify(parts)).toString('hex');
};

async function attemptOf(
  visit: Visit,
  { cookies }: PageRequest,
): Promise<{ person: PersonRow; factors: FactorsRow } | undefined> {
  const { db, now } = visit;
  const [person_id = '', until = '', mark = ''] = (cookies.get(ATTEMPT_COOKIE) ?? '').split('.');
  const reader = db.reader(null);
  const person = await findPerson(reader, person_id);
  const factors = await findFactors(reader, person_id);
  if (!person || !factors || !/^\d{1,15}$/.test(until) || Number(until) <= now) return undefined;
  const own = Buffer.from(attemptMark(visit, person_id, Number(until), factors));
  const given = Buffer.from(mark);
  const is_own = own.length === given.length && timingSafeEqual(own, given);
  return is_own ? { person, factors } : undefined;
}

export const showSecondFactor: Handler = async (visit, request) => {
  const back = wayBack(request.readQuery().get('back'));
  const attempt = await attemptOf(visit, request);
  if (!attempt) return redirectAfterForm(`${visit.base_path}/account/sign-in${backQuery(back)}`);
  return secondFactorPage(visit, { back, ...attempt });
};

export const giveSecondFactor: Handler = async (visit, request) => {
  const { form } = request;
  const back = wayBack(form.get('back'));
  const attempt = await attemptOf(visit, request);
  if (!attempt) return redirectAfterForm(`${visit.base_path}/account/sign-in${backQuery(back)}`);
  const { person, factors } = attempt;
  const to = back ?? '/dashboard';
  if (hasPasskey(form)) {
    const found = await checkPasskey(visit, form, asSecond(visit, person));
    if (found !== undefined) return enterAs(visit, person, to, factors);
    return secondFactorPage(visit, { back, ...attempt, refusal: PASSKEY_REFUSED });
  }
  const tried = await tryCode(visit.trying, person, form.get('code') ?? '');
  if (tried.is === 'right') {
    return enterAs(visit, person, tried.is_recovery ? '/account' : to, factors);
  }
  const refusal = tried.is === 'wrong' ? WRONG_CODE : tooMany(tried.wait_seconds);
  const page = await secondFactorPage(visit, { back, ...attempt, refusal });
  return tried.is === 'wrong' ? page : tryLater(page, tried.wait_seconds);
};

export const WRONG_CODE: RefusalText = {
  title: 'This code is wrong',
  text:
    'A code counts once, for about a minute. Wait for the next one, and check the clock of ' +
    'your phone.',
};

const asSecond = ({ trying }: Visit, { person_id }: PersonRow) =>
  ({
    ...{ person_id, must_verify: false },
    bound_to: ['second factor', trying.device_hash, person_id],
  }) as const;

async function secondFactorPage(
  visit: Visit,
  { back, person, factors, refusal }: Shown & { person: PersonRow; factors: FactorsRow },
): Promise<PageAnswer> {
  const has_app = factors.totp_secret !== null;
  const by_passkey =
    factors.passkeys > 0 && (await passkeyPart(visit, asSecond(visit, person), 'Use a passkey'));
  const action = `${visit.base_path}/account/second-factor`;
  return accountPage(visit, {
    title: 'One more step',
    lead: html`Signing in as ${person.email}`,
    refusal,
    has_passkeys: factors.passkeys > 0,
    main: html`<form class="form" method="post" action="${action}">
  ${back !== undefined && hidden('back', back)}
  ${field({
    name: 'code',
    label: has_app ? 'Code of your authenticator app' : 'Recovery code',
    ...(has_app && { hint: 'Or one of your recovery codes.' }),
    attributes: { autocomplete: 'one-time-code', maxlength: 40, autocapitalize: 'characters' },
  })}
  <button class="button">Continue</button>
</form>
${
  by_passkey &&
  html`<form class="form" method="post" action="${action}">
  ${back !== undefined && hidden('back', back)}${by_passkey}
</form>`
}
<p class="foot"><a href="${visit.base_path}/account/sign-in">Sign in as somebody else</a></p>`,
  });
}

export const signOut: Handler = async (visit, { form }) => {
  const { db, session, base_path } = visit;
  if (session) {
    await db.write(null, async (tx) => {
      await endSession(tx, session.token_hash);
      const after = { signed_out: session.browser };
      await auditAccount(tx, visit, session.person_id, '/account/sign-out', { after });
    });
  }
  const cookies = [noCookie(SESSION_COOKIE), noCookie(ATTEMPT_COOKIE)];
  const to = wayBack(form.get('back')) ?? '/account/sign-in';
  return { ...redirectAfterForm(base_path + to), cookies };
};
