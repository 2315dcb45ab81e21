// Plays Stripe's script in a real browser: served under its address, with the page's real policy, and
// as strict as Stripe is. What it knows is compiled against the types of @stripe/stripe-js; of what it
// does not know, it says so. It shows its fields in a frame of another site, as Stripe does, and what
// is typed there goes to the stand-in for Stripe's servers, never to the page.
//
// What it cannot show: how Stripe's fields look and how high they are, whether Stripe's own script
// keeps to our policy, which wallets a device has, Link, and Safari.
import type {
  StripeConstructorOptions,
  StripeElementsOptionsMode,
  Stripe as StripeJs,
} from '@stripe/stripe-js';
import { type Billed, checkBilled, groups, makeGroup } from './elements.ts';
import { type Answered, ask, HERE, integration, known } from './frames.ts';

const API = 'https://api.stripe.com/v1';
const OPTIONS: (keyof StripeConstructorOptions)[] = ['locale', 'stripeAccount'];

interface TokenOptions {
  elements: object;
  params?: object;
}

type Secret = Extract<Parameters<StripeJs['handleNextAction']>[0], { clientSecret: string }>;

/** What the page calls, by the names that Stripe's own script has for it. */
type Played = {
  [name in keyof Pick<
    StripeJs,
    'elements' | 'createConfirmationToken' | 'handleNextAction'
  >]: unknown;
};

function Stripe(key: string, options: StripeConstructorOptions = {}): Played {
  if (!/^pk_(test|live)_\w+$/.test(key)) throw integration('Please call Stripe() with your key.');
  known('Stripe()', options, OPTIONS);
  return {
    elements: (given: StripeElementsOptionsMode) => makeGroup(key, options, given),
    createConfirmationToken: (given: TokenOptions) => makeToken(key, given),
    handleNextAction: (given: Secret) => nextAction(key, given),
  };
}

async function makeToken(key: string, { elements, params = {} }: TokenOptions): Promise<Answered> {
  const mine = groups.get(elements);
  if (!mine?.part) throw integration('createConfirmationToken() needs elements or a method.');
  if (!mine.submitted) throw integration('elements.submit() must be called before this.');
  known('params', params, ['payment_method_data', 'return_url', 'shipping']);
  const { payment_method_data = {} } = params as { payment_method_data?: object };
  known('payment_method_data', payment_method_data, ['billing_details', 'allow_redisplay']);
  const { billing_details = {} } = payment_method_data as { billing_details?: Billed };
  checkBilled(mine.part.options, billing_details);
  mine.submitted = false;
  const { setupFutureUsage: setup_future_usage } = mine.options;
  return ask(mine.part, { type: 'token', key, billing_details, setup_future_usage });
}

async function nextAction(key: string, { clientSecret }: Secret): Promise<Answered> {
  const [, id = '', kind] = /^((pi|seti)_[^_]+)_secret_\w+$/.exec(clientSecret) ?? [];
  const path = kind === 'pi' ? 'payment_intents' : 'setup_intents';
  if (!kind) throw integration(`Invalid value for clientSecret: ${clientSecret}`);
  const read = async () => {
    const query = new URLSearchParams({ key, client_secret: clientSecret });
    return (await fetch(`${API}/${path}/${id}?${query}`)).json();
  };
  const found = await read();
  if (found.error) return { error: found.error };
  if (found.status !== 'requires_action') {
    throw integration('handleNextAction: the intent is not in the requires_action state.');
  }
  if (found.next_action.type === 'redirect_to_url') {
    location.assign(found.next_action.redirect_to_url.url);
    return new Promise<Answered>(() => {});
  }
  await challenge(id);
  const after = await read();
  const failed = after.last_payment_error ?? after.last_setup_error;
  return failed ? { error: failed } : { [kind === 'pi' ? 'paymentIntent' : 'setupIntent']: after };
}

/** The bank asks in a frame over the page. */
async function challenge(intent: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.title = '3-D Secure';
  frame.src = `${HERE}/v3/three-ds-2-challenge.html#${intent}`;
  Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%' });
  frame.style.setProperty('z-index', '2147483647');
  document.body.append(frame);
  await new Promise<void>((resolve) => {
    addEventListener('message', ({ origin, source, data }) => {
      if (origin === HERE && source === frame.contentWindow && data.type === 'answered') resolve();
    });
  });
  frame.remove();
}

Object.assign(globalThis, { Stripe });
