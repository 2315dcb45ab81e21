import { type Html, html } from '../../platform/core/html.ts';
import { hidden } from './layout.ts';
import type { Visit } from './visit.ts';

/**
 * In place of a form that would sign somebody else in: nobody loses their session without a word.
 * Signing out leads back to it.
 */
export const signOutFirst = ({ session, base_path }: Visit, here: string, email: string): Html =>
  html`<p>You are signed in as ${session?.email}, and this link is for ${email}. If that is you too,
sign out and go on. If not, close this page: nothing has happened.</p>
<form class="form" method="post" action="${base_path}/account/sign-out">
  ${hidden('back', here)}
  <button class="button">Sign out and go on</button></form>`;
