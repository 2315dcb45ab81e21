// What a restricted key needs, as the table of docs/stripe.md lists it: a test compares both.

interface Permission {
  /** As Stripe's dashboard calls it. */
  title: string;
  access: 'Read' | 'Write';
  /** Stripe's own name; any of several is enough. */
  names: readonly string[];
}

export const PERMISSIONS = {
  pages: { title: 'Checkout Sessions', access: 'Write', names: ['rak_checkout_session_write'] },
  payments: { title: 'PaymentIntents', access: 'Write', names: ['rak_payment_intent_write'] },
  setups: { title: 'SetupIntents', access: 'Write', names: ['rak_setup_intent_write'] },
  tokens: {
    title: 'Confirmation Tokens',
    access: 'Read',
    names: ['rak_confirmation_token_client_read', 'rak_confirmation_token_read'],
  },
  methods: { title: 'PaymentMethods', access: 'Read', names: ['rak_payment_method_read'] },
  customers: { title: 'Customers', access: 'Write', names: ['rak_customer_write'] },
  refunds: { title: 'Charges and Refunds', access: 'Write', names: ['rak_charge_write'] },
  disputes: { title: 'Disputes', access: 'Read', names: ['rak_dispute_read'] },
  fees: {
    title: 'Balance Transaction Sources',
    access: 'Read',
    names: ['rak_balance_transaction_source_read'],
  },
  events: { title: 'Events', access: 'Read', names: ['rak_event_read'] },
  webhooks: { title: 'Webhook Endpoints', access: 'Write', names: ['rak_webhook_write'] },
  domains: {
    title: 'Payment Method Domains',
    access: 'Write',
    names: ['rak_payment_method_domain_write'],
  },
  account: {
    title: 'Connect: Accounts',
    access: 'Read',
    names: ['rak_connected_account_read', 'rak_accounts_kyc_basic_read'],
  },
} as const satisfies Record<string, Permission>;

export type Need = keyof typeof PERMISSIONS;

const ALL: Permission[] = Object.values(PERMISSIONS);

/** As the table names it: `Checkout Sessions: Write (rak_checkout_session_write)`. */
export const describeNeed = (need: Need): string => describe(PERMISSIONS[need]);

const describe = ({ title, access, names }: Permission): string =>
  `${title}: ${access} (${names.join(' or ')})`;

/** The permissions that a message of Stripe names; any of them would be enough. */
export const permissionsIn = (message: string): string[] =>
  [...message.matchAll(/'(rak_[a-z_]{1,80})'/g)].flatMap(([, name]) => name ?? []);

/** The same as the table names them. Stripe may name the reading half of what the table writes. */
export function describePermissions(message: string): string | undefined {
  const named = permissionsIn(message).map((name) => {
    const known = ALL.find(({ names }) => names.some((one) => objectOf(one) === objectOf(name)));
    return known ? describe(known) : name;
  });
  return named.length === 0 ? undefined : [...new Set(named)].join(' or ');
}

const objectOf = (name: string): string => name.replace(/_(read|write)$/, '');

/** Stripe's form for a new restricted key, with these permissions chosen. */
export function keyFormUrl(mode: 'test' | 'live'): string {
  const names = ALL.flatMap((permission) => permission.names);
  const chosen = names.map((name) => `permissions%5B%5D=${name}`).join('&');
  const folder = mode === 'test' ? '/test' : '';
  return `https://dashboard.stripe.com${folder}/apikeys/create?name=Kassa&${chosen}`;
}
