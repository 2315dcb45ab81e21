import { wordsIn } from '../../../texts/words.ts';
import { randomText } from '../../platform/core/ids.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { NewCookie, PageRequest, ServedPath } from '../../platform/http/page.ts';
import type { Services } from '../../platform/operation/services.ts';
import { createHashing } from '../../shop/store/team/hashing.ts';
import { SEAT_COOKIE, takenSeat } from '../../shop/store/team/seat.ts';
import { cameFromOurPage, formFromElsewhere, redirectAfterForm } from '../shared/forms.ts';
import { filePage } from '../shared/layout.ts';
import { noticePage } from '../shared/notice.ts';
import { area, nearestPage, type Route, route } from '../shared/router.ts';
import { removeAuthenticator, setUpAuthenticator, showAuthenticator } from './authenticator.ts';
import { confirm, showConfirm } from './confirm.ts';
import { endOneSeat, endOthers, rename, showAccount } from './home.ts';
import { acceptInvitation, showInvitation } from './invitation.ts';
import { ACCOUNT_STYLE, PASSKEY_SCRIPT } from './layout.ts';
import { look } from './look.ts';
import { addPasskey, dropPasskey, showNewPasskey } from './passkeys.ts';
import { changePassword, removePassword, showPassword } from './password.ts';
import { makeRecoveryCodes, showRecoveryCodes } from './recovery-codes.ts';
import { setUp, showSetup } from './setup.ts';
import { giveSecondFactor, showSecondFactor, showSignIn, signIn, signOut } from './sign-in.ts';
import { type Handler, hashOf, type OwnHandler, ownVisit, SignedOut, type Visit } from './visit.ts';
import { backQuery } from './way-back.rules.ts';

interface Dependencies {
  db: Database;
  services: Services;
  base_path: string;
}

/** For those who are signed in; others are asked to, and led back to the page that they were on. */
const own =
  <Named>(handler: OwnHandler<Named>): Handler<Named> =>
  async (visit, asked, parts) => {
    const { seat, base_path } = visit;
    try {
      if (seat) return await handler(ownVisit(visit, seat), asked, parts);
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error;
    }
    const is_lost = asked.method !== 'GET';
    const back = `/account${is_lost ? nearestPage(ROUTES, asked.below) : asked.below}`;
    return redirectAfterForm(`${base_path}/account/sign-in${backQuery(back, { is_lost })}`);
  };

const ROUTES: Route<Visit>[] = [
  route('/sign-in', { GET: showSignIn, POST: signIn }),
  route('/second-factor', { GET: showSecondFactor, POST: giveSecondFactor }),
  route('/sign-out', { POST: signOut }),
  route('/setup/:token', { GET: showSetup, POST: setUp }),
  route('/look/:token', { GET: look }),
  route('/invitation/:token', { GET: showInvitation, POST: acceptInvitation }),
  route('/', { GET: own(showAccount) }),
  route('/done/:note', { GET: own(showAccount) }),
  route('/name', { POST: own(rename) }),
  route('/password', { GET: own(showPassword), POST: own(changePassword) }),
  route('/password/remove', { POST: own(removePassword) }),
  route('/authenticator', { GET: own(showAuthenticator), POST: own(setUpAuthenticator) }),
  route('/authenticator/remove', { POST: own(removeAuthenticator) }),
  route('/passkeys/new', { GET: own(showNewPasskey), POST: own(addPasskey) }),
  route('/passkeys/remove', { POST: own(dropPasskey) }),
  route('/recovery-codes', { GET: own(showRecoveryCodes), POST: own(makeRecoveryCodes) }),
  route('/seats/end', { POST: own(endOneSeat) }),
  route('/seats/end-others', { POST: own(endOthers) }),
  route('/confirm', { GET: own(showConfirm), POST: own(confirm) }),
];

export const accountFiles = [
  filePage(ACCOUNT_STYLE, new URL('./account.css', import.meta.url)),
  filePage(PASSKEY_SCRIPT, new URL('./passkey.js', import.meta.url), 'text/javascript'),
];

/** Where people sign in, and where they look after their own account. */
export function accountPages({ db, services, base_path }: Dependencies): ServedPath {
  const hashing = createHashing();
  return area({
    at: '/account',
    base_path,
    routes: ROUTES,
    notFoundPage: (asked) =>
      noticePage(asked, { base_path, status: 404 }, ({ notFound }) => notFound),
    async enter(asked, _, open) {
      if (asked.method === 'POST' && !cameFromOurPage(asked)) {
        return formFromElsewhere(asked, base_path);
      }
      const known = asked.cookies.get(DEVICE_COOKIE);
      const device = known !== undefined && /^[0-9a-z]{48}$/.test(known) ? known : randomText(30);
      const answer = await open(await visitOf(asked, device));
      if (device === known) return answer;
      return { ...answer, cookies: [...(answer.cookies ?? []), deviceCookie(device)] };
    },
  });

  async function visitOf(asked: PageRequest, device: string): Promise<Visit> {
    const { secrets } = services;
    const { client_address: address, cookies, headers } = asked;
    const now = services.clock();
    const token = cookies.get(SEAT_COOKIE);
    const seat = token === undefined ? undefined : await takenSeat(db, token, now);
    const device_hash = hashOf(device);
    return {
      ...{ db, services, base_path, seat, now },
      trying: { db, secrets, hashing, now, device_hash, address },
      browser: headers['user-agent'] ?? '',
      words: await wordsIn('en'),
    };
  }
}

const DEVICE_COOKIE = '__Host-kassa-device';

/** Browsers keep no cookie longer than 400 days. */
const deviceCookie = (value: string): NewCookie => ({
  ...{ name: DEVICE_COOKIE, value, same_site: 'Lax' },
  max_age_seconds: (400 * DAY_MS) / 1000,
});
