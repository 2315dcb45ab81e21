// The groups of fields and buttons that Stripe's script draws, and what it refuses of a page.
import type {
  StripeConstructorOptions,
  StripeElementsOptionsMode,
  StripeElementsUpdateOptions,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import {
  type Answered,
  ask,
  type Drawn,
  draw,
  emitter,
  frameIn,
  integration,
  known,
  mountable,
  setHeight,
  tell,
} from './frames.ts';

export interface Group {
  options: StripeElementsOptionsMode;
  part: Drawn | undefined;
  /** Since the last token. */
  submitted: boolean;
}

const GROUP_OPTIONS: (keyof StripeElementsUpdateOptions)[] = [
  ...(['mode', 'amount', 'currency', 'setupFutureUsage'] as const),
  ...(['allowedPaymentMethodTypes', 'appearance', 'locale'] as const),
];
const PAYMENT_OPTIONS: (keyof StripePaymentElementOptions)[] = [
  ...(['fields', 'wallets', 'layout', 'terms', 'defaultValues'] as const),
];
const EXPRESS_OPTIONS: (keyof StripeExpressCheckoutElementOptions)[] = [
  ...(['buttonHeight', 'buttonTheme', 'buttonType', 'paymentMethods', 'layout'] as const),
];
const APPEARANCE = ['theme', 'variables', 'rules', 'labels', 'inputs', 'disableAnimations'];
const COLOR = /^(#[\da-f]{3,8}|rgba?\([\d., %/]+\))$/i;
const RULE = /^(\.[A-Za-z-]+)+(:{1,2}[a-z-]+)?$/;

export const groups = new Map<object, Group>();

function check(options: StripeElementsUpdateOptions): void {
  known('elements()', options, GROUP_OPTIONS);
  const { mode, amount, currency, appearance } = options;
  if (mode !== 'payment' && mode !== 'setup') throw integration(`Invalid mode: ${mode}.`);
  if (mode === 'payment' && !(Number.isInteger(amount) && Number(amount) > 0)) {
    throw integration(`Invalid value for elements(): amount must be an integer above 0: ${amount}`);
  }
  const may_lack = mode === 'setup' && currency === undefined;
  if (!may_lack && !/^[a-z]{3}$/.test(String(currency)))
    throw integration(`Invalid currency: ${currency}`);
  if (!appearance) return;
  known('appearance', appearance, APPEARANCE);
  for (const [name, value] of Object.entries(appearance.variables ?? {})) {
    if (typeof value !== 'string' || value === '')
      throw integration(`appearance.${name}: ${value}`);
    if (name.startsWith('color') && !COLOR.test(value)) {
      throw integration(`appearance.variables.${name} is no color: ${value}`);
    }
  }
  for (const selector of Object.keys(appearance.rules ?? {})) {
    if (!RULE.test(selector))
      throw integration(`Invalid selector in appearance.rules: ${selector}`);
  }
}

export function makeGroup(
  key: string,
  { locale = 'auto' }: StripeConstructorOptions,
  given: StripeElementsOptionsMode,
) {
  check(given);
  const mine: Group = { options: { ...given }, part: undefined, submitted: false };
  const shown = {
    create(type: string, options: object = {}) {
      if (mine.part) throw integration(`Can only create one Element of type ${type}.`);
      if (type === 'expressCheckout') {
        known(type, options, EXPRESS_OPTIONS);
        mine.part = draw({});
        return expressButtons(mine, mine.part);
      }
      if (type !== 'payment') throw integration(`A valid Element name must be provided: ${type}`);
      known(type, options, PAYMENT_OPTIONS);
      mine.part = draw(options);
      return paymentFields(mine, mine.part, { key, locale });
    },
    async update(changed: StripeElementsUpdateOptions) {
      if (mine.part?.is_destroyed) throw integration('This Element has already been destroyed.');
      const next = { ...mine.options, ...changed };
      check(next);
      mine.options = next as StripeElementsOptionsMode;
      note(mine);
      tell(mine.part, { type: 'look', appearance: next.appearance });
    },
    async submit(): Promise<Answered> {
      // A wallet opens only in the press itself: whatever is waited for before loses it.
      if (!globalThis.event) throw integration('elements.submit() was not called by a press.');
      if (!mine.part?.frame?.isConnected) throw integration('The Element is not mounted.');
      const answer = await ask(mine.part, { type: 'check' });
      mine.submitted = !answer.error;
      return answer;
    },
  };
  groups.set(shown, mine);
  return shown;
}

const EVENTS = ['ready', 'change', 'focus', 'blur', 'escape', 'loaderror', 'loaderstart'];

function paymentFields(mine: Group, part: Drawn, about: { key: string; locale: string }) {
  const emit = emitter(part);
  part.heard = ({ type, height }) => {
    if (type === 'ready' || type === 'height') setHeight(part, height);
    if (type === 'ready') emit('ready');
    if (type === 'loaderror') emit('loaderror', { error: { type: 'api_error' } });
    if (type === 'change') emit('change', { complete: true });
  };
  return mountable(part, EVENTS, (place) => {
    const frame = frameIn(place, { title: 'Secure payment input frame', at: 'payment' });
    part.frame = frame;
    note(mine);
    const asks_place = !isNever(part.options, 'country');
    frame.addEventListener('load', () => {
      tell(part, { ...about, type: 'show', asks_place, appearance: mine.options.appearance });
    });
  });
}

const EXPRESS_EVENTS = ['ready', 'click', 'confirm', 'cancel', 'loaderror'];
const ANSWER_MS = 1_000;

/** Apple Pay and Google Pay: pressed, answered by the page, authorized in a sheet, paid by the page. */
function expressButtons(mine: Group, part: Drawn) {
  const emit = emitter(part);
  part.heard = ({ type, height = 0, wallet: expressPaymentType, billing: billingDetails }) => {
    if (type === 'ready') {
      setHeight(part, height);
      const availablePaymentMethods = { applePay: true, googlePay: true };
      emit('ready', { availablePaymentMethods: height > 0 ? availablePaymentMethods : undefined });
    }
    if (type === 'pressed') emit('click', { expressPaymentType, ...answers(part) });
    if (type === 'authorized') {
      const paymentFailed = () => tell(part, { type: 'failed' });
      emit('confirm', { expressPaymentType, billingDetails, paymentFailed });
    }
  };
  return mountable(part, EXPRESS_EVENTS, (place) => {
    part.frame = frameIn(place, { title: 'Secure express checkout frame', at: 'express' });
    note(mine);
  });
}

/** A press has to be answered at once. */
function answers(part: Drawn) {
  const late = setTimeout(() => {
    throw integration('The click event was not resolved within 1 second.');
  }, ANSWER_MS);
  const answer = (message: object) => {
    clearTimeout(late);
    tell(part, message);
  };
  return {
    resolve(asked: object = {}) {
      known('resolve()', asked, ['emailRequired', 'billingAddressRequired', 'business']);
      answer({ type: 'sheet', asked });
    },
    reject: () => answer({ type: 'rejected' }),
  };
}

/** For tests to see: what the wallets and the fields would show. */
function note({ part, options }: Group): void {
  const { mode, currency, setupFutureUsage } = options;
  const amount = 'amount' in options && mode === 'payment' ? options.amount : 0;
  const what = [mode, amount, currency, setupFutureUsage ?? 'once'].join(' ');
  part?.frame?.setAttribute('data-pays', what);
}

const NEVER = { name: 'name', email: 'email', phone: 'phone' } as const;
const NEVER_OF_ADDRESS = { country: 'country', postalCode: 'postal_code' } as const;

function isNever({ fields }: StripePaymentElementOptions, name: string): boolean {
  const billed = fields?.billingDetails;
  if (typeof billed !== 'object') return billed === 'never';
  if (name in NEVER) return billed[name as keyof typeof NEVER] === 'never';
  const { address } = billed;
  if (typeof address !== 'object') return address === 'never';
  return address[name as keyof typeof NEVER_OF_ADDRESS] === 'never';
}

export interface Billed {
  [name: string]: unknown;
  address?: Record<string, unknown>;
}

/** Whoever says that a field is never shown says what would have been in it. */
export function checkBilled(options: StripePaymentElementOptions, billed: Billed): void {
  const missing = (param: string) =>
    integration(`You specified "never" for ${param}, but did not pass it.`);
  for (const [name, at] of Object.entries(NEVER)) {
    if (isNever(options, name) && billed[at] === undefined) throw missing(name);
  }
  for (const [name, at] of Object.entries(NEVER_OF_ADDRESS)) {
    if (isNever(options, name) && billed.address?.[at] === undefined) throw missing(name);
  }
}
