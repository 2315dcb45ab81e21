import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { copyStore } from '../../../shop/opening/copy-store.ts';
import {
  ALWAYS_COPIED,
  countedLines,
  NEVER_COPIED,
} from '../../../shop/opening/copy-words.rules.ts';
import { previewStoreCopy } from '../../../shop/opening/preview-store-copy.ts';
import { FIRST_STORE_NAME } from '../../../shop/store/store.rules.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { type Filled, filledWith, inputs, sendForm } from '../form.ts';
import { formFields } from '../form-fields.ts';
import { card, dashboardPage, notFoundPage } from '../layout.ts';
import { type Handler, notAllowed, type Visit } from '../visit.ts';

type Preview = Static<typeof previewStoreCopy.output>;

const FIELDS = formFields(copyStore, {
  name: { label: 'Name of the live shop', hint: 'As buyers see it.' },
});

/** For owners of test stores: stores belong to the installation. */
const ofTestStores =
  (handler: Handler): Handler =>
  (visit, request, parts) => {
    if (visit.store.mode !== 'test') return notFoundPage(visit);
    if (visit.role !== 'owner') throw notAllowed(visit.role);
    return handler(visit, request, parts);
  };

const show: Handler = async (visit) => {
  const name = visit.store.name === FIRST_STORE_NAME ? '' : visit.store.name;
  return goLivePage(visit, filledWith(FIELDS, { name }));
};

const go: Handler = async (visit, request) => {
  const sent = await sendForm(
    { fields: FIELDS, sent: request, refused: 'No live store was made' },
    ({ name }) => visit.ask(copyStore, { mode: 'live', name }),
  );
  if ('again' in sent) return goLivePage(visit, sent.again);
  return redirectAfterForm(`${pathOf(visit, sent.done)}?done=live`);
};

/** The dashboard of a store, where this one is: behind a proxy its own address may be another. */
const pathOf = ({ base_path }: Visit, { dashboard_url }: { dashboard_url: string }): string =>
  `${base_path}/dashboard/${dashboard_url.split('/').at(-1)}`;

async function goLivePage(visit: Visit, filled: Filled) {
  const preview = await visit.ask(previewStoreCopy, { mode: 'live' });
  return dashboardPage(visit, {
    section: 'go-live',
    refusal: filled.refusal,
    main: preview.copies.length > 0 ? liveAlready(visit, preview) : offer(visit, filled, preview),
  });
}

const offer = (visit: Visit, filled: Filled, preview: Preview): Html =>
  html`<div class="halves">
${card('What the live store gets', list([...countedLines(preview.copied), ALWAYS_COPIED]))}
${card('What stays here', list([...countedLines(preview.left), NEVER_COPIED]))}
</div>
${form(visit, filled, preview)}`;

const list = (lines: string[]): Html =>
  html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;

function liveAlready(visit: Visit, { copies }: Preview): Html {
  const links = copies.map(
    (one) => html`<a class="button" href="${pathOf(visit, one)}">Open ${one.name}</a>`,
  );
  return card(
    'This shop is live',
    html`<p>Its live store was made on ${visit.words.day(copies[0]?.created_at ?? '')}. What you
change here stays here: this store is for trying things out.</p>
<div class="actions">${links}</div>`,
  );
}

function form(visit: Visit, filled: Filled, { is_too_large }: Preview): Html {
  if (is_too_large) {
    return html`<p class="note">These are more records than can be copied at once.</p>`;
  }
  return html`<form class="form" method="post" action="${visit.address}/go-live" novalidate>
${inputs(FIELDS, filled, ['name'])}
<p class="quiet">It is made in one act, and this store stays as it is. Then you see what the live
shop still needs; nothing is sold before a payment provider is connected.</p>
<div class="actions"><button class="button">Go live</button>
<a href="${visit.address}">Not yet</a></div>
</form>`;
}

export const goLiveRoutes = [
  route('/go-live', { GET: ofTestStores(show), POST: ofTestStores(go) }),
];
