import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import type { getReadiness } from '../../../shop/insight/readiness/get-readiness.ts';
import { FIRST_STORE_NAME } from '../../../shop/store/store.rules.ts';
import { chip } from '../layout.ts';
import type { Visit } from '../visit.ts';

type Step = Static<typeof getReadiness.output>['first_steps'][number];

interface StepText {
  title: string;
  text: string;
  button: string;
  /** Where it is done, and where one finds it afterwards. */
  at: string;
  done_at: string;
  picture: Html;
}

const TEXTS: Record<Step['step'], StepText> = {
  product: {
    title: 'Add a product',
    text: 'What you sell, what it costs, and whether it comes with a license key.',
    ...{ button: 'Add a product', at: '/products/new', done_at: '/products' },
    picture: html`<rect class="s" x="90" y="18" width="140" height="120" rx="10"/><rect class="a"
  x="104" y="32" width="34" height="34" rx="8"/><rect class="t" x="148" y="36" width="66"
  height="8" rx="4"/><rect class="l" x="148" y="52" width="44" height="8" rx="4"/><rect class="l"
  x="104" y="80" width="112" height="8" rx="4"/><rect class="l" x="104" y="96" width="86"
  height="8" rx="4"/>`,
  },
  payment_link: {
    title: 'Make a payment link',
    text: 'An address you can put on your site, in a mail or behind a button.',
    ...{ button: 'Create the link', at: '/payment-links/new', done_at: '/payment-links' },
    picture: html`<rect class="s" x="52" y="42" width="216" height="38" rx="19"/><circle class="g"
  cx="74" cy="61" r="6"/><rect class="t" x="90" y="57" width="96" height="8" rx="4"/><rect
  class="a" x="208" y="48" width="54" height="26" rx="13"/><path class="k" d="m226 61 6 5 10-11"/>`,
  },
  test_purchase: {
    title: 'Buy it yourself',
    text: 'Pay with a test card. See the receipt, the mail and the key your buyers get.',
    ...{ button: 'Open your links', at: '/payment-links', done_at: '/payments' },
    picture: html`<rect class="s" x="84" y="26" width="112" height="70" rx="10"/><rect class="a"
  x="84" y="40" width="112" height="14"/><rect class="l" x="98" y="68" width="40" height="8"
  rx="4"/><circle class="g" cx="206" cy="84" r="24"/><path class="k" d="m195 85 8 7 14-15"/>`,
  },
};

/** From nothing to the first test purchase: one step is next, the others wait. */
export const firstStepsList = (visit: Visit, steps: Step[]): Html =>
  html`<section aria-label="First steps"><p class="quiet">Three steps to your first sale, with test
cards. Or <a href="${visit.base_path}/docs/opening#look-around">look around a shop that has been
open for a year</a>.${visit.store.name === FIRST_STORE_NAME && unnamed(visit)}</p>
<ol class="first-steps">
${steps.map((one, at) => item(visit, one, at + 1))}</ol></section>`;

/** Who came by another way than the first page. */
const unnamed = ({ address }: Visit): Html =>
  html` Your shop has no name yet: <a href="${address}/welcome">give it one</a>.`;

function item({ address }: Visit, { step, state }: Step, number: number): Html {
  const { title, text, button, at, done_at, picture } = TEXTS[step];
  return html`<li${state === 'next' && html` aria-current="step"`}>
<svg class="pic" viewBox="0 0 320 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
${picture}</svg>
<div class="text"><h2>${number}. ${title}</h2>
<p>${stateChip(state, number)}</p>
<p class="quiet">${text}</p>
${state === 'next' && html`<a class="button small" href="${address}${at}">${button}</a>`}
${state === 'done' && html`<a class="small" href="${address}${done_at}">Open</a>`}</div></li>`;
}

function stateChip(state: Step['state'], number: number): Html {
  if (state === 'done') return chip('good', 'Done');
  return chip('over', state === 'next' ? 'Next' : `After step ${number - 1}`);
}
