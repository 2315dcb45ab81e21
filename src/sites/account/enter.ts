import { LIMITS } from '../../platform/core/limits.ts';
import type { NewCookie, PageAnswer } from '../../platform/http/page.ts';
import { type FactorsRow, lockSignIn } from '../../shop/store/team/factor.sql.ts';
import { knowDevice } from '../../shop/store/team/failure.sql.ts';
import { endSession, type PersonRow } from '../../shop/store/team/person.sql.ts';
import { SESSION_COOKIE, startSession } from '../../shop/store/team/session.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { auditAccount, type Visit } from './visit.ts';

export const ATTEMPT_COOKIE = '__Host-kassa-attempt';

/**
 * Signs somebody in who has proved who they are. The session is always a new one, so nobody can
 * have prepared it; whoever was signed in in this browser is not any more. `by_password`: what they
 * have proved it with. If it was changed meanwhile, they sign in anew.
 */
export async function enterAs(
  visit: Visit,
  { person_id }: Pick<PersonRow, 'person_id'>,
  to: string,
  by_password?: Pick<FactorsRow, 'password_hash'>,
): Promise<PageAnswer> {
  const { db, trying, session, browser, now, base_path } = visit;
  const { device_hash, address } = trying;
  const token = await db.write(null, async (tx) => {
    const { password_hash } = (await lockSignIn(tx, person_id)) ?? {};
    if (by_password && by_password.password_hash !== password_hash) return undefined;
    if (session) await endSession(tx, session.token_hash);
    await knowDevice(tx, { person_id, device_hash, now });
    const opened = await startSession(tx, { person_id, address, browser, now });
    await auditAccount(tx, visit, person_id, '/account/sign-in', { after: { signed_in: browser } });
    return opened;
  });
  if (token === undefined) return redirectAfterForm(`${base_path}/account/sign-in`);
  const cookies = [sessionCookie(token), noCookie(ATTEMPT_COOKIE)];
  return { ...redirectAfterForm(base_path + to), cookies };
}

const sessionCookie = (value: string): NewCookie => ({
  ...{ name: SESSION_COOKIE, value, same_site: 'Lax' },
  max_age_seconds: LIMITS.session_ms / 1000,
});

export const noCookie = (name: NewCookie['name']): NewCookie => ({
  ...{ name, value: '', max_age_seconds: 0, same_site: 'Lax' },
});
