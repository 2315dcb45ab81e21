import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { keyFormUrl } from '../../../shop/money/payments/stripe/permissions.ts';
import { connectProvider } from '../../../shop/settlement/connect-provider.ts';
import { disconnectProvider } from '../../../shop/settlement/disconnect-provider.ts';
import { getProvider } from '../../../shop/settlement/get-provider.ts';
import type { Provider } from '../../../shop/settlement/provider.rules.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { field } from '../field.ts';
import { doneNote, type Filled, filledWith, inputs, part, sendForm } from '../form.ts';
import { card, chip, dashboardPage, facts } from '../layout.ts';
import { linked } from '../linked.ts';
import { type Handler, ifAllowed, mustConfirm, type Visit } from '../visit.ts';

type ShownProvider = Static<typeof Provider>;

const NAMES = { stripe: 'Stripe', test: 'The built-in test gateway' };

const NOTES = {
  connected: 'Connected. Payments are taken with it from now on.',
  disconnected: 'Disconnected. The key was erased.',
};

function state({ provider, problem, mode }: ShownProvider): Html {
  if (provider === null) return chip('bad', 'Not connected: nobody can pay');
  if (problem !== null) return chip('bad', 'Something is wrong');
  if (provider === 'test') return chip('warn', 'No money moves');
  return chip('good', mode === 'live' ? 'Takes payments' : 'Takes test payments');
}

const show: Handler = async (visit, asked) => {
  const one = await visit.ask(getProvider, {});
  const { address, words } = visit;
  const is_stripe = one.provider === 'stripe';
  return dashboardPage(visit, {
    title: 'Payment provider',
    section: 'provider',
    note: doneNote(asked, NOTES),
    actions:
      visit.may(connectProvider) &&
      html`${
        is_stripe &&
        html`<a class="button second" href="${address}/provider/disconnect">Disconnect…</a>`
      }
    <a class="button" href="${address}/provider/connect">${
      is_stripe ? 'Another key' : 'Connect Stripe'
    }</a>`,
    main: card(
      one.provider === null ? 'None yet' : NAMES[one.provider],
      facts([
        ['State', state(one)],
        ['Problem', one.problem && linked(one.problem)],
        ['Account', one.account_name],
        ['Account number', one.account_id && html`<code>${one.account_id}</code>`],
        ['Key', one.key_hint && html`<code>${one.key_hint}</code>`],
        ['Webhook', is_stripe && (one.webhook_url ?? 'None: Kassa asks Stripe what happened')],
        ['Because', one.asks_because],
        ['Since', one.connected_at && words.day(one.connected_at)],
      ]),
    ),
  });
};

const FIELDS = {
  key: field.secret({
    label: 'Restricted key of Stripe',
    hint: 'Begins with rk_live_ or rk_test_. It is kept sealed and never shown again',
  }),
};

const NOT_FILLED = filledWith(FIELDS, {});

const connectForm = (visit: Visit, filled: Filled) =>
  dashboardPage(visit, {
    title: 'Connect Stripe',
    section: 'provider',
    back: { at: `${visit.address}/provider`, name: 'Payment provider' },
    refusal: filled.refusal,
    main: html`<form class="form" method="post" action="${visit.address}/provider/connect"
  autocomplete="off" novalidate>
${attemptField()}
${part(
  'Key',
  html`<p class="hint"><a href="${keyFormUrl(visit.store.mode)}" target="_blank"
rel="noopener noreferrer">Make a restricted key at Stripe</a>: the form opens with the permissions
that Kassa needs chosen. Press Create there and copy the key here. This is a
${visit.store.mode} store: the key must be of Stripe's ${visit.store.mode} mode.
Another key of the same account replaces the present one without a gap.</p>`,
  inputs(FIELDS, filled, ['key']),
)}
<div class="actions"><button class="button">Check the key and connect</button>
<a href="${visit.address}/provider">Cancel</a></div></form>`,
  });

const connect: Handler = async (visit, asked) => {
  const to_confirm = mustConfirm(visit, '/provider/connect');
  if (to_confirm) return to_confirm;
  const once = visit.onceFor(asked.form.get('attempt'), 'connect-provider');
  const sent = await sendForm(
    {
      ...{ fields: FIELDS, sent: asked, refused: 'Nothing was connected' },
      about: { provider_key: 'key' },
    },
    ({ key }) => visit.ask(connectProvider, { provider: 'stripe', key }, once),
  );
  if ('again' in sent) return connectForm(visit, sent.again);
  return redirectAfterForm(`${visit.address}/provider?done=connected`);
};

const askToDisconnect: Handler = async (visit) => {
  const to_confirm = mustConfirm(visit, '/provider/disconnect');
  if (to_confirm) return to_confirm;
  const { account_name, account_id } = await visit.ask(getProvider, {});
  const at = `${visit.address}/provider`;
  const after = visit.store.mode === 'live' ? 'Nobody can pay until one is connected again.' : '';
  return dashboardPage(visit, {
    title: 'Disconnect Stripe?',
    section: 'provider',
    back: { at, name: 'Payment provider' },
    main: html`<form class="form" method="post" action="${at}/disconnect">
${attemptField()}
<p>The key of <strong>${account_name ?? account_id ?? 'this account'}</strong> is erased, and the
webhook at Stripe removed. ${after} Subscriptions do not renew meanwhile. What was paid can then be
refunded only in the dashboard of Stripe, until the same account is connected again.</p>
<div class="actions"><button class="button danger">Disconnect</button>
<a href="${at}">Leave it as it is</a></div></form>`,
  });
};

const disconnect: Handler = async (visit, asked) => {
  const to_confirm = mustConfirm(visit, '/provider/disconnect');
  if (to_confirm) return to_confirm;
  const once = visit.onceFor(asked.form.get('attempt'), 'disconnect-provider');
  await visit.ask(disconnectProvider, {}, once);
  return redirectAfterForm(`${visit.address}/provider?done=disconnected`);
};

export const providerRoutes = [
  route('/provider', { GET: show }),
  route('/provider/connect', {
    GET: ifAllowed(
      connectProvider,
      (visit: Visit) => mustConfirm(visit, '/provider/connect') ?? connectForm(visit, NOT_FILLED),
    ),
    POST: ifAllowed(connectProvider, connect),
  }),
  route('/provider/disconnect', {
    GET: ifAllowed(disconnectProvider, askToDisconnect),
    POST: ifAllowed(disconnectProvider, disconnect),
  }),
];
