import type { ProviderFacts } from '../connector.ts';
import { isLiveKey } from './credentials.ts';
import { keyFormUrl } from './permissions.ts';

const PUBLISHABLE_KEY = /^pk_(test|live)_[A-Za-z0-9_]{8,240}$/;
const KEY = /^(sk|rk)_(test|live)_[A-Za-z0-9_]{8,240}$/;

export const stripe_facts: ProviderFacts = {
  title: 'Stripe',
  host: 'api.stripe.com',
  dashboard: 'https://dashboard.stripe.com/',
  document: 'docs/stripe.md',
  signature_header: 'stripe-signature',
  key: {
    label: 'Restricted key of Stripe',
    hint: 'Begins with rk_live_ or rk_test_. It is kept sealed and never shown again',
    description: 'A restricted key, with the permissions that docs/stripe.md lists',
    pattern: '^(rk|sk)_(test|live)_[A-Za-z0-9_]+$',
    example: 'rk_test_51PgafTB7WZ01zgkW4242',
    make: 'Create a restricted key at Stripe',
    howToMake: (mode) => `the form opens with the permissions
that Kassa needs chosen. Press Create there and copy the key here. This is a ${mode} store: the key
must be of Stripe's ${mode} mode.`,
  },
  publishable_key: {
    label: 'Publishable key of Stripe',
    hint: 'Optional, and no secret. Begins with pk_live_ or pk_test_: at Stripe under Developers, API keys',
    description:
      'The publishable key of the same account, for fields of Stripe on the page of the shop. ' +
      'Left out: as before, if it is the same account; null: none',
    pattern: '^pk_(test|live)_[A-Za-z0-9_]+$',
    example: 'pk_test_51PgafTB7WZ01zgkW4242',
    whyNot: (text) =>
      PUBLISHABLE_KEY.test(text)
        ? undefined
        : 'must be a publishable key of Stripe (pk_test_…, pk_live_…), which is no secret one',
  },
  keyFormUrl,
  hasKey: (text) => /(^|=)(sk|rk)_(test|live)_|(^|=)whsec_/.test(text),
  whyNotKey(text) {
    if (KEY.test(text)) return undefined;
    if (text.startsWith('pk_')) {
      return 'is a publishable key: the restricted one begins with rk_, the secret one with sk_';
    }
    if (text.startsWith('whsec_')) return 'is the secret of a webhook, not a key';
    return 'must be a restricted key of Stripe (rk_test_…, rk_live_…) or a secret one (sk_…)';
  },
  modeOfKey: (key) => (isLiveKey(key) ? 'live' : 'test'),
  hintOfKey: (key) => `${key.slice(0, key.indexOf('_', 3) + 1)}…${key.slice(-4)}`,
};
