import { html } from '../../platform/core/html.ts';
import { DEMO } from '../../platform/core/program.ts';
import { findLooking } from '../../shop/store/team/look-link.ts';
import { enterAs } from './enter.ts';
import { accountPage } from './layout.ts';
import type { Handler } from './visit.ts';

/** The link that a demo has printed: whoever opens it looks around, without an account. */
export const look: Handler<{ token: string }> = async (visit, _, { token }) => {
  const person_id = await findLooking(visit.db.reader(null), token, visit.now);
  if (person_id !== undefined) {
    // Not if the owner has got a password at this very moment.
    return enterAs(visit, { person_id }, '/dashboard', { password_hash: null });
  }
  return accountPage(visit, {
    title: 'This link does not work any more',
    status: 404,
    main: html`<p class="lead">It counts for a day. <code>${DEMO}</code> prints another.</p>
  <p class="foot"><a href="${visit.base_path}/account/sign-in">Sign in</a></p>`,
  });
};
