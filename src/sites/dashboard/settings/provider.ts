import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { PROVIDER_FACTS } from '../../../shop/money/payments/provider-facts.ts';
import {
  isProviderName,
  PROVIDER_NAMES,
} from '../../../shop/money/payments/provider-names.rules.ts';
import { walletsIn } from '../../../shop/money/payments/wallets.rules.ts';
import { connectProvider } from '../../../shop/settlement/connect-provider.ts';
import { disconnectProvider } from '../../../shop/settlement/disconnect-provider.ts';
import { getProvider } from '../../../shop/settlement/get-provider.ts';
import type { Provider } from '../../../shop/settlement/provider.rules.ts';
import { route } from '../../shared/router.ts';
import { field } from '../field.ts';
import { doneNote, inputs, part } from '../form.ts';
import { confirmHandlers, form, formHandlers } from '../form-page.ts';
import { card, chip, dashboardPage, facts } from '../layout.ts';
import { linked } from '../linked.ts';
import type { Handler, Visit } from '../visit.ts';

type ShownProvider = Static<typeof Provider>;

/** The one that is offered, until there is another to choose from. */
const [OFFERED] = PROVIDER_NAMES;
const { title, key: KEY, publishable_key: PUBLISHABLE_KEY, keyFormUrl } = PROVIDER_FACTS[OFFERED];

const nameOf = (provider: string): string =>
  isProviderName(provider) ? PROVIDER_FACTS[provider].title : 'The built-in test gateway';

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

/** Each wallet, and where buyers see it. */
const walletChips = (wallets: NonNullable<ShownProvider['wallets']>): Html =>
  html`${walletsIn(wallets).map(
    ({ title: wallet, is_active }) =>
      html`${chip(is_active ? 'good' : 'warn', is_active ? wallet : `${wallet}: not offered`)} `,
  )}
  <span class="quiet">on ${wallets.host}</span>`;

const show: Handler = async (visit, request) => {
  const one = await visit.ask(getProvider, {});
  const { address, words } = visit;
  const is_connected = isProviderName(one.provider);
  return dashboardPage(visit, {
    section: 'provider',
    note: doneNote(request, NOTES),
    actions:
      visit.may(connectProvider) &&
      html`${
        is_connected &&
        html`<a class="button second" href="${address}/provider/disconnect">Disconnect…</a>`
      }
    <a class="button${is_connected && ' second'}" href="${address}/provider/connect">${
      is_connected ? 'Another key' : `Connect ${title}`
    }</a>`,
    main: card(
      one.provider === null ? 'None yet' : nameOf(one.provider),
      facts([
        ['State', state(one)],
        ['Problem', one.problem && linked(one.problem)],
        ['Account', one.account_name],
        ['Account number', one.account_id && html`<code>${one.account_id}</code>`],
        ['Key', one.key_hint && html`<code>${one.key_hint}</code>`],
        [
          'Publishable key',
          is_connected &&
            (one.publishable_key ? html`<code>${one.publishable_key}</code>` : 'None'),
        ],
        ['Wallets', one.wallets && walletChips(one.wallets)],
        ['Missing because', one.wallets?.problem && linked(one.wallets.problem)],
        ['Webhook', is_connected && (one.webhook_url ?? `None: Kassa asks ${title} what happened`)],
        ['Because', one.asks_because],
        ['Since', one.connected_at && words.day(one.connected_at)],
      ]),
    ),
  });
};

const FIELDS = {
  key: field.secret({
    label: KEY.label,
    hint: KEY.hint,
  }),
  publishable_key: field.optionalText({
    label: PUBLISHABLE_KEY.label,
    hint: PUBLISHABLE_KEY.hint,
    is_code: true,
    autocomplete: 'off',
  }),
};

const connect = formHandlers(
  connectProvider,
  async (visit) => {
    const { publishable_key } = await visit.ask(getProvider, {});
    return form(FIELDS, {
      ...{ section: 'provider', title: `Connect ${title}` },
      ...{ button: 'Check the key and connect', refused: 'Nothing was connected' },
      about: { provider_key: 'key' },
      filled: { publishable_key },
      parts: (filled) =>
        part('Keys', keyHelp(visit), inputs(FIELDS, filled, ['key', 'publishable_key'])),
      async send(keys, once) {
        await visit.ask(connectProvider, { provider: OFFERED, ...keys }, once);
        return '/provider?done=connected';
      },
    });
  },
  { must_confirm: true },
);

const keyHelp = ({ store: { mode } }: Visit): Html =>
  html`<p class="hint"><a href="${keyFormUrl(mode)}" target="_blank"
rel="noopener noreferrer">${KEY.make}</a>: ${KEY.howToMake(mode)} Another key of the same account
replaces the present one without a gap.</p>`;

const disconnect = confirmHandlers(
  disconnectProvider,
  {
    async ask(visit) {
      const { account_name, account_id } = await visit.ask(getProvider, {});
      const is_live = visit.store.mode === 'live';
      return {
        ...{ section: 'provider', title: `Disconnect ${title}?` },
        text: html`The key of <strong>${account_name ?? account_id ?? 'this account'}</strong> is
        erased, and the webhook at ${title} removed.
        ${is_live && 'Nobody can pay until one is connected again.'} Subscriptions do not renew
        meanwhile. What was paid can then be refunded only in the dashboard of ${title}, until
        the same account is connected again.`,
        button: 'Disconnect',
      };
    },
    async act(visit, _, once) {
      await visit.ask(disconnectProvider, {}, once);
      return '/provider?done=disconnected';
    },
  },
  { must_confirm: true },
);

export const providerRoutes = [
  route('/provider', { GET: show }),
  route('/provider/connect', connect),
  route('/provider/disconnect', disconnect),
];
