import { wordsIn } from '../../../texts/words.ts';
import { randomText } from '../../platform/core/ids.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { NewCookie, PageRequest, ServedPath } from '../../platform/http/page.ts';
import type { Services } from '../../platform/operation/services.ts';
import { createHashing } from '../../shop/store/team/hashing.ts';
import { readSession, SESSION_COOKIE } from '../../shop/store/team/session.ts';
import { cameFromOurPage, formFromElsewhere, redirectAfterForm } from '../shared/forms.ts';
import { filePage } from '../shared/layout.ts';
import { noticePage } from '../shared/notice.ts';
import { area, nearestPage, type Route, route } from '../shared/router.ts';
import { removeAuthenticator, setUpAuthenticator, showAuthenticator } from './authenticator.ts';
import { backUpNow, saveBackups, showBackups } from './backups.ts';
import { confirm, mustConfirm, showConfirm } from './confirm.ts';
import { endOneSession, endOthers, rename, showAccount } from './home.ts';
import { acceptInvitation, showInvitation } from './invitation.ts';
import { ACCOUNT_STYLE, PASSKEY_SCRIPT } from './layout.ts';
import { look } from './look.ts';
import { removeServer, saveServer, showMailServer, tryServer } from './mail-server.ts';
import { saveMails, showMails } from './mails.ts';
import { ownersOnly } from './owners.ts';
import { addPasskey, dropPasskey, showNewPasskey } from './passkeys.ts';
import { changePassword, removePassword, showPassword } from './password.ts';
import { makeRecoveryCodes, showRecoveryCodes } from './recovery-codes.ts';
import { setUp, showSetup } from './setup.ts';
import { giveSecondFactor, showSecondFactor, showSignIn, signIn, signOut } from './sign-in.ts';
import { showStopMails, stopMails } from './stop-mails.ts';
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
  async (visit, request, parts) => {
    const { session, base_path } = visit;
    try {
      if (session) return await handler(ownVisit(visit, session), request, parts);
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error;
    }
    const is_lost = request.method !== 'GET';
    const back = `/account${is_lost ? nearestPage(ROUTES, request.below) : request.below}`;
    return redirectAfterForm(`${base_path}/account/sign-in${backQuery(back, { is_lost })}`);
  };

/** For those who have proved lately who they are; others do so first, and are led back to `at`. */
const proven = <Named>(at: string, handler: OwnHandler<Named>): Handler<Named> =>
  own((visit, request, parts) => mustConfirm(visit, at) ?? handler(visit, request, parts));

/** A page, and the form on it. */
const proofRoute = (path: `/${string}`, show: OwnHandler, send: OwnHandler) =>
  route(path, { GET: proven(`/account${path}`, show), POST: proven(`/account${path}`, send) });

/** The same for owners of the installation; `at` is the page that the form is on. */
const ownerRoute = (path: `/${string}`, send: OwnHandler, at: `/account/${string}`) =>
  route(path, { POST: proven(at, ownersOnly(send)) });

const ROUTES: Route<Visit>[] = [
  route('/sign-in', { GET: showSignIn, POST: signIn }),
  route('/second-factor', { GET: showSecondFactor, POST: giveSecondFactor }),
  route('/sign-out', { POST: signOut }),
  route('/setup/:token', { GET: showSetup, POST: setUp }),
  route('/look/:token', { GET: look }),
  route('/invitation/:token', { GET: showInvitation, POST: acceptInvitation }),
  route('/', { GET: own(showAccount) }),
  route('/done/:note', { GET: own(showAccount) }),
  route('/mails/:store_number', { GET: own(showMails), POST: own(saveMails) }),
  route('/stop-mails/:store_number/:member_id/:token', { GET: showStopMails, POST: stopMails }),
  proofRoute('/mail-server', ownersOnly(showMailServer), ownersOnly(saveServer)),
  ownerRoute('/mail-server/try', tryServer, '/account/mail-server'),
  ownerRoute('/mail-server/remove', removeServer, '/account/mail-server'),
  proofRoute('/backups', ownersOnly(showBackups), ownersOnly(saveBackups)),
  ownerRoute('/backups/now', backUpNow, '/account/backups'),
  route('/name', { POST: proven('/account', rename) }),
  proofRoute('/password', showPassword, changePassword),
  route('/password/remove', { POST: proven('/account/password', removePassword) }),
  proofRoute('/authenticator', showAuthenticator, setUpAuthenticator),
  route('/authenticator/remove', { POST: proven('/account/authenticator', removeAuthenticator) }),
  proofRoute('/passkeys/new', showNewPasskey, addPasskey),
  route('/passkeys/remove', { POST: proven('/account', dropPasskey) }),
  proofRoute('/recovery-codes', showRecoveryCodes, makeRecoveryCodes),
  route('/sessions/end', { POST: proven('/account', endOneSession) }),
  route('/sessions/end-others', { POST: proven('/account', endOthers) }),
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
    notFoundPage: (request) =>
      noticePage(request, { base_path, status: 404 }, ({ notFound }) => notFound),
    async enter(request, _, open) {
      if (request.method === 'POST' && !cameFromOurPage(request)) {
        return formFromElsewhere(request, base_path);
      }
      const known = request.cookies.get(DEVICE_COOKIE);
      const device = known !== undefined && /^[0-9a-z]{48}$/.test(known) ? known : randomText(30);
      const answer = await open(await visitOf(request, device));
      if (device === known) return answer;
      return { ...answer, cookies: [...(answer.cookies ?? []), deviceCookie(device)] };
    },
  });

  async function visitOf(request: PageRequest, device: string): Promise<Visit> {
    const { secrets } = services;
    const { client_address: address, cookies, headers } = request;
    const now = services.clock();
    const token = cookies.get(SESSION_COOKIE);
    const session = token === undefined ? undefined : await readSession(db, token, now);
    const device_hash = hashOf(device);
    return {
      ...{ db, services, base_path, session, now },
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
