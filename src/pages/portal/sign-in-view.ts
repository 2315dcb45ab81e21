import { emailInput } from '../shared/fields.ts';
import { type Html, html } from '../shared/html.ts';
import { htmlPage } from '../shared/layout.ts';
import type { PageAnswer } from '../shared/page.ts';
import type { Shop } from '../shared/shop.ts';
import { shopFooter } from '../shared/shop-footer.ts';
import { shopHeader } from '../shared/shop-header.ts';
import { testMark } from '../shared/test-mark.ts';
import type { Words } from '../words/words.ts';

interface SignInView {
  base_path: string;
  address: string;
  store: Shop;
  words: Words;
}

export const signInPage = (
  view: SignInView,
  { email, problem }: { email: string; problem: string | undefined } = {
    email: '',
    problem: undefined,
  },
): PageAnswer => ({
  ...page(
    view,
    'Your purchases',
    html`<h1>Your purchases</h1>
<p>Enter the e-mail address with which you have bought something. We send you a link that shows
your purchases, invoices and license keys, and lets you manage your subscriptions.</p>
<form method="post" action="${view.address}">
  ${emailInput(view.words, email, problem)}
  <button class="button">Send me a link</button>
</form>`,
  ),
  status: problem === undefined ? 200 : 400,
});

/** The same whether anybody has the address or not. */
export const sentPage = (view: SignInView): PageAnswer =>
  page(
    view,
    'Look into your mailbox',
    html`<h1>Look into your mailbox</h1>
<p role="status">If somebody has bought something with this address, a mail with a link is on its
way. The link works for one hour.</p>
<p>No mail? Look among unwanted mail, and check that it is the address with which you bought.
You can ask again after five minutes.</p>
<p><a href="${view.address}">Enter another address</a></p>`,
  );

const page = ({ base_path, store, words }: SignInView, title: string, main: Html): PageAnswer =>
  htmlPage(
    200,
    `${title} · ${store.name}`,
    html`<body class="checkout portal">
${store.mode === 'test' && testMark(words)}
${shopHeader({ base_path, store })}
<main>
  ${main}
</main>
${shopFooter({ store, words })}
</body>`,
    { base_path, words, store, is_portal: true },
  );
