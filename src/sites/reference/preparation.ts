import {
  authorityOption,
  literal,
  queryOf,
  type SampleServer,
  shellJson,
  variable,
} from './samples.ts';

// What the samples need to run: a product, a purchase and so on, made in a test store. Each step
// keeps something of its answer in a variable, which the samples name.

interface Step {
  method: 'GET' | 'POST';
  path: string;
  input: Record<string, unknown>;
  /** Variables, and the fields of the answer, or of its first record, that they get. */
  keeps: Record<string, string>;
}

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
const CUSTOMER = { customer_id: 'user_42' };

const step = (
  call: string,
  input: Record<string, unknown>,
  keeps: Record<string, string> = {},
): Step => {
  const [method, path = ''] = call.split(' ');
  return { method: method === 'GET' ? 'GET' : 'POST', path, input, keeps };
};

const product = (name: string, more: object, variable: string): Step =>
  step(
    'POST /create-product',
    { name, description: '', currency: 'USD', ...more },
    { [variable]: 'product_id' },
  );

const checkout = (of: string, session: string): Step =>
  step(
    'POST /create-checkout',
    { product_id: variable(of), quantity: 1, ...CUSTOMER },
    { [session]: 'checkout_session_id' },
  );

const pay = (session: string, kept: string): Step =>
  step(
    'POST /complete-checkout',
    { checkout_session_id: variable(session), payment_method: CARD },
    { [kept]: kept },
  );

export const PREPARATION: Step[] = [
  step('POST /create-customer', { ...CUSTOMER, email: 'ada@example.com', name: 'Ada Lovelace' }),
  product('Photo editor', { price: 19.99, license: { activation_limit: 3 } }, 'product_id'),
  product('Basic', { price: 5, billing_type: 'recurring', tier: 1 }, 'plan_id'),
  product('Team', { price: 12, billing_type: 'recurring', tier: 2 }, 'new_plan_id'),
  step(
    'POST /create-discount-code',
    { code: 'LAUNCH20', discount_percentage: 20 },
    { discount_id: 'discount_id' },
  ),
  checkout('product_id', 'paid_session_id'),
  pay('paid_session_id', 'transaction_id'),
  step('GET /list-licenses', CUSTOMER, { license_id: 'license_id', license_key: 'license_key' }),
  step(
    'POST /activate-license',
    { license_key: variable('license_key'), instance_name: 'Laptop' },
    { instance_id: 'instance.instance_id' },
  ),
  step(
    'GET /list-invoices',
    { transaction_id: variable('transaction_id') },
    { invoice_id: 'invoice_id' },
  ),
  step('GET /list-mails', CUSTOMER, { mail_id: 'mail_id' }),
  step('POST /create-note', { ...CUSTOMER, text: 'Called twice.' }, { note_id: 'note_id' }),
  checkout('plan_id', 'plan_session_id'),
  pay('plan_session_id', 'subscription_id'),
  checkout('product_id', 'checkout_session_id'),
  step(
    'POST /create-payment-link',
    { product_id: variable('product_id') },
    { payment_link_id: 'payment_link_id' },
  ),
  step(
    'POST /create-webhook',
    { url: 'https://example.com/webhooks/kassa' },
    { webhook_id: 'webhook_id' },
  ),
  step('GET /list-events', { limit: 1 }, { event_id: 'event_id' }),
  step(
    'POST /replay-event',
    { event_id: variable('event_id'), webhook_id: variable('webhook_id') },
    { delivery_id: 'deliveries.0.delivery_id' },
  ),
  step(
    'POST /invite-member',
    { email: 'ben@example.com', role: 'viewer' },
    { member_id: 'member_id' },
  ),
  step('POST /create-api-key', { name: 'Old web shop' }, { key_id: 'key_id' }),
  step(
    'POST /create-tax-rate',
    { country: 'US', region: 'CA', tax: 'Sales tax', rate: 7.25 },
    { tax_rate_id: 'tax_rate_id' },
  ),
];

/** The same for a shell. `kassa` and `field` are there for these lines alone. */
export const preparationInShell = (server: SampleServer): string =>
  `kassa() {
  operation=$1; shift
  curl -s ${authorityOption(server)}"${server.base_url}/$operation" \\
    -H "x-api-key: $KASSA_KEY" -H 'Content-Type: application/json' "$@"
}
field() { grep -o '"'$1'":"[^"]*' | head -1 | cut -d '"' -f 4; }

${PREPARATION.flatMap(shellLines).join('\n')}`;

function shellLines({ method, path, input, keeps }: Step): string[] {
  const operation = path.slice(1);
  const call =
    method === 'GET'
      ? `kassa "${operation}${queryOf(input)}"`
      : `kassa ${operation} -d ${shellJson(input, 0)}`;
  const kept = Object.entries(keeps);
  if (kept.length === 0) return [`${call} > /dev/null`];
  // What is inside of another record is found by its name.
  const name = (field: string) => field.split('.').at(-1);
  return kept.map(([variable, field]) => `${variable}=$(${call} | field ${name(field)})`);
}

/** And as TypeScript. */
export const preparationInTypeScript = (): string =>
  PREPARATION.map(({ method, path, input, keeps }) => {
    const kept = Object.entries(keeps).map(([variable, field]) => {
      const names = field.split('.');
      const inmost = names.pop() ?? '';
      const taken = inmost === variable ? inmost : `${inmost}: ${variable}`;
      return names.reduceRight((inner, name) => `${name}: { ${inner} }`, taken);
    });
    const call = `await kassa('${method} ${path}', ${literal(input)})`;
    if (kept.length === 0) return `${call};`;
    const is_list = /^\/(list|search)-/.test(path);
    return is_list
      ? `const [{ ${kept.join(', ')} }] = (${call}).data;`
      : `const { ${kept.join(', ')} } = ${call};`;
  }).join('\n');

/** Samples that run only after another one, besides the preparation. */
export const FIRST: Record<string, string> = {
  '/resume-subscription': 'pause-subscription',
  '/enable-license': 'disable-license',
  '/disconnect-provider': 'connect-provider',
};
