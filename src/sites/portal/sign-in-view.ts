import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { emailInput } from '../shared/fields.ts';
import { htmlPage } from '../shared/layout.ts';
import { type RefusalText, refusalBox, refusedTitle } from '../shared/refusal.ts';
import type { Shop } from '../shared/shop.ts';
import { shopFooter } from '../shared/shop-footer.ts';
import { shopHeader } from '../shared/shop-header.ts';
import { testMark } from '../shared/test-mark.ts';

interface SignInView {
  base_path: string;
  address: string;
  store: Shop;
  words: Words;
}

export function signInPage(
  view: SignInView,
  {
    email,
    refusal,
    problem,
  }: { email: string; refusal?: RefusalText | undefined; problem?: string } = {
    email: '',
  },
): PageAnswer {
  const { signIn } = view.words.portal;
  return page(view, {
    title: signIn.title,
    refusal,
    main: html`<h1>${signIn.title}</h1>
<p>${signIn.text(view.store.name)}</p>
<form method="post" action="${view.address}">
  ${emailInput(view.words, email, problem)}
  <p class="actions"><button class="button">${signIn.send}</button></p>
</form>`,
  });
}

/** The same whether anybody has the address or not. */
export function sentPage(view: SignInView): PageAnswer {
  const { signIn } = view.words.portal;
  return page(view, {
    title: signIn.sentTitle,
    main: html`<h1>${signIn.sentTitle}</h1>
<p role="status">${signIn.sent}</p>
<p class="quiet">${signIn.noMail}</p>
<p class="actions"><a class="plain" href="${view.address}">${signIn.otherAddress}</a></p>`,
  });
}

function page(
  view: SignInView,
  { title, main, refusal }: { title: string; main: Html; refusal?: RefusalText | undefined },
): PageAnswer {
  const { base_path, store, words } = view;
  return htmlPage(
    refusal ? 400 : 200,
    refusedTitle(refusal, `${title} · ${store.name}`),
    html`<body class="checkout portal">
${store.mode === 'test' && testMark(words)}
${shopHeader(view)}
<main>
  <div class="panel sign-in">
  ${refusal && refusalBox(refusal)}
  ${main}
  </div>
</main>
${shopFooter(view)}
</body>`,
    { base_path, words, store, is_portal: true },
  );
}
