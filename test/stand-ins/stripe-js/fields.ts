// The frame in which the player of Stripe's script shows its fields, at Stripe's address.

import type { Appearance } from '@stripe/stripe-js';

const API = 'https://api.stripe.com/v1';

interface Shown {
  asks_place: boolean;
  locale: string;
  appearance?: Appearance;
}

type Message = { id?: number } & (
  | ({ type: 'show' } & Shown)
  | ({ type: 'look' } & Pick<Shown, 'appearance'>)
  | { type: 'check' }
  | { type: 'token'; key: string; billing_details: object; setup_future_usage?: string | null }
);

/** The page that this frame is in, at whatever address it is. */
const answer = (message: object): void => parent.postMessage(message, '*');

const form = document.createElement('form');
const error = document.createElement('p');
error.role = 'alert';

const LABELS: Record<string, [number: string, expiry: string, cvc: string, incomplete: string]> = {
  ar: ['رقم البطاقة', 'تاريخ الانتهاء', 'رمز الأمان', 'رقم البطاقة غير مكتمل.'],
  de: ['Kartennummer', 'Ablaufdatum', 'Sicherheitscode', 'Die Kartennummer ist unvollständig.'],
  en: ['Card number', 'Expiration date', 'Security code', 'Your card number is incomplete.'],
};
let labels = LABELS.en ?? ['', '', '', ''];

function field(name: string, label: string): HTMLInputElement {
  const input = document.createElement('input');
  input.name = name;
  input.inputMode = 'numeric';
  const around = document.createElement('label');
  around.append(label, input);
  form.append(around);
  return input;
}

function show({ asks_place, locale, appearance }: Shown): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr';
  labels = LABELS[locale] ?? labels;
  const [number, expiry, cvc] = labels;
  field('number', number);
  field('expiry', expiry);
  field('cvc', cvc);
  if (asks_place) field('country', 'Country');
  document.body.append(form, error);
  look(appearance);
  form.addEventListener('input', () => answer({ type: 'change' }));
  answer({ type: 'ready', height: document.documentElement.scrollHeight });
}

/** With the colours that the page has asked for. */
function look(appearance: Shown['appearance']): void {
  const { colorText, colorBackground, fontFamily } = appearance?.variables ?? {};
  document.body.style.cssText = `color: ${colorText}; font-family: ${fontFamily}; margin: 0`;
  document.documentElement.dataset.theme = appearance?.theme ?? '';
  for (const input of form.querySelectorAll('input')) {
    input.style.cssText = `background: ${colorBackground}; color: inherit; display: block;
      box-sizing: border-box; width: 100%; padding: 10px; font: inherit; margin-bottom: 8px`;
  }
}

const typed = (name: string): string => String(new FormData(form).get(name) ?? '');

function check(): object {
  const is_complete = /^[\d ]{15,23}$/.test(typed('number')) && typed('cvc') !== '';
  error.textContent = is_complete ? '' : labels[3];
  answer({ type: 'height', height: document.documentElement.scrollHeight });
  if (is_complete) return { selectedPaymentMethod: 'card' };
  return { error: { type: 'validation_error', message: labels[3] } };
}

/** Never to the page: to Stripe's servers, with the publishable key. */
async function makeToken(message: Extract<Message, { type: 'token' }>): Promise<object> {
  const { key, billing_details, setup_future_usage } = message;
  const [month = '', year = ''] = typed('expiry')
    .split('/')
    .map((part) => part.trim());
  const body = new URLSearchParams({
    key,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': typed('number').replaceAll(' ', ''),
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': year.length === 2 ? `20${year}` : year,
    'payment_method_data[card][cvc]': typed('cvc'),
    ...(setup_future_usage && { setup_future_usage }),
  });
  for (const [name, value] of Object.entries(billing_details)) {
    if (typeof value === 'string') body.set(`payment_method_data[billing_details][${name}]`, value);
  }
  const { country = '' } = (billing_details as { address?: { country?: string } }).address ?? {};
  const at = country || typed('country');
  if (at) body.set('payment_method_data[billing_details][address][country]', at);
  try {
    const made = await (await fetch(`${API}/confirmation_tokens`, { method: 'POST', body })).json();
    return made.error ? { error: made.error } : { confirmationToken: made };
  } catch {
    const type = 'api_connection_error';
    return { error: { type, message: 'We are experiencing issues connecting to our servers.' } };
  }
}

addEventListener('message', async ({ source, data }: MessageEvent<Message>) => {
  if (source !== parent) return;
  if (data.type === 'show') show(data);
  if (data.type === 'look') look(data.appearance);
  if (data.type === 'check') answer({ id: data.id, answer: check() });
  if (data.type === 'token') answer({ id: data.id, answer: await makeToken(data) });
});
