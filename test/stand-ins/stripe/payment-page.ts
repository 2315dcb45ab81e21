// Stripe's hosted page, in plain forms: it works without JavaScript. Sessions are at /c/pay/:id,
// 3-D Secure at /3d-secure/:id.

import type Stripe from 'stripe';
import { runDue } from './charging.ts';
import { authenticate, type Paid, pay } from './checkout-paying.ts';
import type { Given } from './given.ts';
import { inWords } from './money.ts';
import {
  type AccountData,
  byItself,
  type Context,
  must,
  runAfterwards,
  type World,
} from './world.ts';

export interface Page {
  status: number;
  html?: string;
  location?: string;
}

type Session = Stripe.Checkout.Session;

export function answerPage(world: World, method: string, path: string, body: string): Page {
  runDue({ world });
  const [, first = '', ...rest] = path.split('/');
  const id = rest.at(-1) ?? '';
  const form = method === 'POST' ? new URLSearchParams(body) : null;
  if (first === 'c') {
    const data = whose(world, (each) => each.sessions.has(id));
    return data ? sessionPage(byItself(world, data), id, form) : notFound();
  }
  if (first === '3d-secure') {
    const data = whose(world, (each) => each.payment_intents.has(id) || each.setup_intents.has(id));
    return data ? securePage(byItself(world, data), id, form) : notFound();
  }
  return notFound();
}

const whose = (world: World, has: (data: AccountData) => boolean): AccountData | undefined =>
  [...world.data.values()].find(has);

const notFound = (): Page => ({
  status: 404,
  html: layout(
    'Not found',
    '<p>Something went wrong. The page you were looking for could not be found.</p>',
  ),
});

function sessionPage(context: Context, id: string, form: URLSearchParams | null): Page {
  const session = must(context.data.sessions.get(id), id);
  if (session.status !== 'open') return closedPage(session);
  if (form === null) return paymentForm(context, session, lastProblem(context, session));
  const billing = {
    email: form.get('email'),
    name: form.get('name'),
    country: form.get('country'),
  };
  const paid = pay(context, session, givenIn(form), billing);
  runAfterwards(context);
  return after(context, session, paid);
}

/** Shown again to a buyer who comes back from a 3-D Secure that failed. */
function lastProblem({ data }: Context, { payment_intent, setup_intent }: Session): string | null {
  const error =
    data.payment_intents.get(String(payment_intent))?.last_payment_error ??
    data.setup_intents.get(String(setup_intent))?.last_setup_error;
  if (!error) return null;
  return error.type === 'card_error'
    ? (error.message ?? null)
    : 'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
}

function after(context: Context, session: Session | undefined, paid: Paid): Page {
  if ('url' in paid) return { status: 303, location: paid.url };
  if (session === undefined) return notFound();
  return paid.kind === 'closed' ? closedPage(session) : paymentForm(context, session, paid.message);
}

function givenIn(form: URLSearchParams): Given | null {
  if (form.get('method') === 'sepa_debit') {
    return { kind: 'sepa_debit', iban: form.get('iban') ?? '' };
  }
  const number = form.get('number');
  if (number === null) return null;
  const [month = 0, year = 0] = (form.get('expiry') ?? '').split('/').map(Number);
  return { kind: 'card', number, exp: { month, year: year < 100 ? 2000 + year : year } };
}

function closedPage({ status, cancel_url }: Session): Page {
  const words =
    status === 'complete'
      ? '<h1>You’re all done here</h1><p>This payment is already complete: you have not been charged again.</p>'
      : '<h1>This page has expired</h1><p>The time to pay has passed. You have not been charged.</p>';
  const back =
    cancel_url === null ? '' : `<p><a href="${escaped(cancel_url)}">Back to the shop</a></p>`;
  return { status: 200, html: layout('Checkout', words + back) };
}

function paymentForm({ data }: Context, session: Session, problem: string | null): Page {
  const { mode, amount_total, currency, payment_method_types, cancel_url } = session;
  const items = data.line_items.get(session.id) ?? [];
  const total = amount_total === null ? '' : inWords(amount_total, currency ?? '');
  const email = session.customer_details?.email ?? '';
  const sepa = payment_method_types.includes('sepa_debit');
  const lines = items.map(
    (item) =>
      `<li>${escaped(item.description ?? '')} × ${item.quantity}: ${inWords(item.amount_total, item.currency)}</li>`,
  );
  const act =
    mode === 'setup' ? 'Save card' : amount_total === 0 ? 'Complete order' : `Pay ${total}`;
  const fields = amount_total === 0 && mode === 'payment' ? '' : methodFields(sepa);
  const html = `
<h1>${mode === 'setup' ? 'Save a payment method' : `Pay ${total}`}</h1>
<ul>${lines.join('')}</ul>
${problem === null ? '' : `<p role="alert">${escaped(problem)}</p>`}
<form method="post">
  <p><label>Email <input name="email" type="email" required value="${escaped(email)}"></label></p>
  ${fields}
  <p><label>Name <input name="name" autocomplete="off"></label></p>
  <p><label>Country <input name="country" value="${data.seller.country}" maxlength="2"></label></p>
  <button>${act}</button>
</form>
${cancel_url === null ? '' : `<p><a href="${escaped(cancel_url)}">Back</a></p>`}`;
  return { status: 200, html: layout('Checkout', html) };
}

const methodFields = (sepa: boolean): string => `
  <fieldset><legend>Card</legend>
    ${sepa ? '<p><label><input type="radio" name="method" value="card" checked> Pay by card</label></p>' : '<input type="hidden" name="method" value="card">'}
    <p><label>Card number <input name="number" inputmode="numeric" autocomplete="off"></label></p>
    <p><label>Expiry <input name="expiry" placeholder="MM / YY" value="12 / 34"></label></p>
    <p><label>CVC <input name="cvc" value="123"></label></p>
  </fieldset>
  ${
    sepa
      ? `<fieldset><legend>SEPA debit</legend>
    <p><label><input type="radio" name="method" value="sepa_debit"> Pay by SEPA debit</label></p>
    <p><label>IBAN <input name="iban" autocomplete="off"></label></p>
  </fieldset>`
      : ''
  }`;

function securePage(context: Context, id: string, form: URLSearchParams | null): Page {
  const { data } = context;
  const asked = must(data.payment_intents.get(id) ?? data.setup_intents.get(id), id);
  const session = [...data.sessions.values()].find(
    ({ payment_intent, setup_intent }) => payment_intent === id || setup_intent === id,
  );
  if (asked.status !== 'requires_action') return session ? closedPage(session) : notFound();
  if (form === null) {
    const amount = 'amount' in asked ? ` of ${inWords(asked.amount, asked.currency)}` : '';
    const html = `
<h1>3-D Secure</h1>
<p>Your bank asks whether this payment${amount} is yours.</p>
<form method="post"><button name="answer" value="complete">Complete authentication</button>
<button name="answer" value="fail">Fail authentication</button></form>`;
    return { status: 200, html: layout('3-D Secure', html) };
  }
  const paid = authenticate(context, id, form.get('answer') === 'complete');
  runAfterwards(context);
  if (paid.kind === 'declined' && session) return { status: 303, location: session.url ?? '' };
  return after(context, session, paid);
}

const layout = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { font: 16px/1.5 sans-serif; max-width: 30rem; margin: 2rem auto; padding: 0 1rem }
input:not([type=radio]) { display: block; width: 100%; box-sizing: border-box; padding: .4rem; font: inherit }
[role=alert] { color: #b00020 } button { padding: .6rem 1rem; font: inherit }</style></head>
<body><main>${body}</main></body></html>`;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
