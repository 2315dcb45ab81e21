// Paying on our page, where the store has the provider's fields and the browser runs scripts. Until
// they are there, and wherever they do not come, the button leads to the provider's page as it does
// without scripts. What is typed into them goes to the provider alone and comes back as a token, which
// our server charges. What the browser says of a payment is believed by nobody: after it, the buyer is
// led to where our server looks.
import { providerFields } from './provider-fields.mjs';

const ANSWER_MS = 60_000;
const form = document.querySelector('form[data-preview]');
const place = form.querySelector('.fields');
const wallets = form.querySelector('.wallets');

/** Undefined until the page is loaded. */
let fields;
let is_busy = false;

const isHere = () => 'here' in form.dataset;

/** As the provider counts it; undefined where there is nothing to pay now or later, or not yet known. */
const amount = () => form.elements.namedItem('total')?.dataset.amount;

function order() {
  const saves = 'saves' in (form.elements.namedItem('total')?.dataset ?? {});
  return { amount: Number(amount() ?? 0), saves };
}

function load() {
  fields = providerFields(
    { place, wallets },
    {
      order,
      ready() {
        form.dataset.here = '';
        follow();
      },
      gone() {
        delete form.dataset.here;
      },
      mayBuy,
      bought: (wallet, failed) => once(() => payByWallet(wallet, failed)),
    },
  );
}

/** The order has changed. */
function follow() {
  fields?.follow();
  for (const one of [place, wallets]) one.hidden = amount() === undefined;
}

async function pay() {
  const body = new URLSearchParams(new FormData(form));
  if (amount() !== undefined) {
    const { token, refused } = await fields.token(buyerIn(body));
    if (token === undefined) return refused === undefined ? undefined : say(refused);
    body.set('payment_token', token);
  }
  return send(form.action, body);
}

/** What a wallet need not know is asked for before it opens; it asks for the address itself. */
function mayBuy() {
  const email = form.elements.namedItem('email');
  const missing = [...form.elements].find(
    (field) => !field.checkValidity() && !(field === email && email.value === ''),
  );
  if (is_busy || missing) {
    missing?.reportValidity();
    return undefined;
  }
  return { emailRequired: email.value === '' };
}

async function payByWallet({ email, name, token: tokenOf }, failed) {
  for (const [field, text] of Object.entries({ email, name })) {
    const input = form.elements.namedItem(field);
    if (input.value === '' && text) input.value = text;
  }
  const body = new URLSearchParams(new FormData(form));
  const { token, refused } = await tokenOf();
  if (token !== undefined) body.set('payment_token', token);
  const done = token === undefined ? say(refused) : await send(form.action, body);
  // Its sheet stands above everything until it is told.
  if (done !== 'left') failed({ reason: 'fail' });
  return done;
}

function buyerIn(body) {
  const text = (name) => (body.get(name) ?? '').trim();
  const country = text('country').toUpperCase();
  return { email: text('email'), name: text('name'), country, postal_code: text('postal_code') };
}

/** Answered where to go, or by the page as it is now. Unanswered, the same may be sent again. */
async function send(address, body) {
  let answer;
  let text;
  try {
    answer = await fetch(address, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    text = await answer.text();
  } catch {
    return say();
  }
  if (answer.headers.get('Content-Type')?.startsWith('application/json')) {
    const { go, client_secret } = JSON.parse(text);
    if (client_secret) await fields.ask(client_secret);
    return goTo(go);
  }
  const page = new DOMParser().parseFromString(text, 'text/html');
  if (page.querySelector('form[data-preview] .fields')) return showAround(page);
  return say(...[...page.querySelectorAll('main h1, main p')].map((one) => one.textContent));
}

/** The bank's page wants the whole window, and does not open in a frame. */
function goTo(address) {
  const url = new URL(address, location.href);
  if (url.origin === location.origin) location.assign(url);
  else open(url, '_top');
  return 'left';
}

/** The page as our server shows it now, around the fields: what is typed there stays. */
function showAround(page) {
  const fresh = page.querySelector('form[data-preview]');
  const pressed = document.activeElement;
  form.querySelector('.order').replaceChildren(...fresh.querySelector('.order').childNodes);
  // Its first load is over; who has the focus is decided below.
  for (const one of fresh.querySelectorAll('[autofocus]')) one.removeAttribute('autofocus');
  const stay = [wallets, place];
  for (const one of [...place.parentElement.children]) if (!stay.includes(one)) one.remove();
  for (const one of [...fresh.querySelector('.fields').parentElement.children]) {
    if (one.matches('.fields, .wallets')) stay.shift();
    else if (stay.length > 0) stay[0].before(one);
    else place.parentElement.append(one);
  }
  form.setAttribute('action', fresh.getAttribute('action'));
  form.dataset.preview = fresh.dataset.preview;
  document.title = page.title;
  // A payment link has made its session by now: a reload shows that one.
  history.replaceState(null, '', fresh.dataset.preview.replace(/\/preview$/, ''));
  follow();
  const again = pressed.name && form.querySelector(`[name="${pressed.name}"]:not([type="hidden"])`);
  (form.querySelector('.refusal') ?? again)?.focus();
}

/** The first thing in the payment, with focus; without words, that there was no answer. */
function say(title, ...texts) {
  for (const one of form.querySelectorAll('.refusal, .note')) one.remove();
  const box = place.querySelector('template').content.firstElementChild.cloneNode(true);
  box.removeAttribute('autofocus');
  if (title !== undefined) {
    box.querySelector('strong').textContent = title;
    box.lastElementChild.textContent = texts.join(' ');
  }
  place.parentElement.prepend(box);
  box.focus();
}

async function once(act) {
  if (is_busy) return;
  is_busy = true;
  form.dataset.busy = '';
  place.parentElement.ariaBusy = 'true';
  const done = await act().catch(() => say());
  if (done === 'left') return; // What was pressed stays pressed until the next page is there.
  is_busy = false;
  delete form.dataset.busy;
  place.parentElement.ariaBusy = null;
}

form.addEventListener('submit', (event) => {
  if (!isHere()) return;
  event.preventDefault();
  const { submitter } = event;
  const address = submitter?.hasAttribute('formaction') ? submitter.formAction : form.action;
  if (address.endsWith('/pay')) {
    if (!is_busy && form.reportValidity()) once(pay);
    return;
  }
  once(() => send(address, new URLSearchParams(new FormData(form, submitter))));
});
form.addEventListener('shown', follow);
// Back from the bank by the button of the browser: these fields are spent.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
if (document.readyState === 'complete') load();
else addEventListener('load', load);
