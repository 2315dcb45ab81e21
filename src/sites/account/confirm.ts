import { html } from '../../platform/core/html.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import { DEMO } from '../../platform/core/program.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { findFactors } from '../../shop/store/team/factor.sql.ts';
import { hasNoFactor } from '../../shop/store/team/look-link.ts';
import { markConfirmed } from '../../shop/store/team/person.sql.ts';
import { tryCode, tryPassword } from '../../shop/store/team/sign-in.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { tryLater } from '../shared/page-limits.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { accountPage, field, hidden } from './layout.ts';
import { checkPasskey, hasPasskey, passkeyPart } from './passkey-part.ts';
import { PASSKEY_REFUSED, tooMany } from './sign-in.ts';
import type { OwnHandler, OwnVisit } from './visit.ts';
import { backQuery, wayBack } from './way-back.rules.ts';

/** Sends somebody to prove who they are, if that was long ago; undefined if it was not. */
export function mustConfirm(visit: OwnVisit, back: string): PageAnswer | undefined {
  const { session, now, base_path } = visit;
  if (session.confirmed_at + LIMITS.confirmed_ms > now) return undefined;
  return redirectAfterForm(`${base_path}/account/confirm${backQuery(back)}`);
}

export const showConfirm: OwnHandler = (visit, request) =>
  confirmPage(visit, wayBack(request.readQuery().get('back')));

export const confirm: OwnHandler = async (visit, { form }) => {
  const { session, now, base_path } = visit;
  const back = wayBack(form.get('back'));
  const refusal = await whyNot(visit, form);
  if (refusal) {
    const page = await confirmPage(visit, back, refusal);
    return refusal.wait_seconds ? tryLater(page, refusal.wait_seconds) : page;
  }
  await visit.change(async (tx) => markConfirmed(tx, session.token_hash, now));
  return redirectAfterForm(base_path + (back ?? '/account'));
};

type Why = RefusalText & { wait_seconds?: number };

async function whyNot(
  visit: OwnVisit,
  form: ReadonlyMap<string, string>,
): Promise<Why | undefined> {
  const { trying, session } = visit;
  const { person_id, email } = session;
  if (hasPasskey(form)) {
    const found = await checkPasskey(visit, form, { ...passkeyTerms(visit), person_id });
    return found === undefined ? PASSKEY_REFUSED : undefined;
  }
  const code = form.get('code');
  const password = form.get('password') ?? '';
  const tried =
    code === undefined
      ? await tryPassword(trying, { email, password })
      : await tryCode(trying, session, code);
  if (tried.is === 'right') return undefined;
  if (tried.is === 'wrong')
    return { title: `This ${code === undefined ? 'password' : 'code'} is wrong` };
  const { wait_seconds } = tried;
  return { ...tooMany(wait_seconds), wait_seconds };
}

const passkeyTerms = ({ session }: OwnVisit) =>
  ({ bound_to: ['confirm', session.token_hash], must_verify: true }) as const;

async function confirmPage(
  visit: OwnVisit,
  back: string | undefined,
  refusal?: RefusalText,
): Promise<PageAnswer> {
  const { db, session, base_path } = visit;
  const { person_id } = session;
  const factors = await findFactors(db.reader(null), person_id);
  const by_passkey =
    (factors?.passkeys ?? 0) > 0 &&
    (await passkeyPart(visit, { ...passkeyTerms(visit), person_id }, 'Use a passkey'));
  const action = `${base_path}/account/confirm`;
  const own_back = back !== undefined && hidden('back', back);
  const has_password = factors?.password_hash !== null;
  if (hasNoFactor(factors)) {
    return accountPage(visit, {
      title: 'Is it you?',
      main: html`<p class="lead">This demo has an owner without a password. Open the link that
  <code>${DEMO}</code> has printed once more, then go on for ten minutes.</p>`,
    });
  }
  return accountPage(visit, {
    title: 'Is it you?',
    lead: html`You are signed in as ${session.email}. What comes next matters, so please prove that
    it is still you. You will not be asked again for ten minutes.`,
    refusal,
    has_passkeys: by_passkey !== false,
    main: html`${
      has_password
        ? html`<form class="form" method="post" action="${action}">${own_back}
  <input class="hidden" name="email" type="email" value="${session.email}" autocomplete="username"
    aria-label="E-mail address" tabindex="-1" readonly>
  ${field({
    ...{ name: 'password', label: 'Password', type: 'password' },
    attributes: { autocomplete: 'current-password', maxlength: 200 },
  })}
  <button class="button">Continue</button>
</form>`
        : html`<form class="form" method="post" action="${action}">${own_back}
  ${field({
    ...{ name: 'code', label: 'Code of your authenticator app, or a recovery code' },
    attributes: { autocomplete: 'one-time-code', maxlength: 40 },
  })}
  <button class="button">Continue</button>
</form>`
    }
${
  by_passkey &&
  html`<form class="form" method="post" action="${action}">${own_back}${by_passkey}</form>`
}`,
  });
}
