// The payment page follows the buyer where scripts run; it is complete without. What they say of
// where they are goes to our server as soon as they say it, and nothing else does: no card, no name,
// no address. It answers with the page as it would be there, keeps nothing, and what differs is
// shown. What is charged is decided there again when they pay: never another total than is shown.
const form = document.querySelector('form[data-preview]');
const PLACE = ['country', 'state', 'postal_code', 'company', 'tax_id'];
const FIELDS = 'input:not([type="hidden"]), select';

const fieldsOfPlace = () => PLACE.flatMap((name) => form.elements.namedItem(name) ?? []);
const said = () => new URLSearchParams(fieldsOfPlace().map(({ name, value }) => [name, value]));

/** A browser that has kept what was typed before a reload shows it on a page that knows nothing. */
const isAsSent = ({ value, defaultValue, options }) =>
  options
    ? value === ([...options].find((option) => option.defaultSelected)?.value ?? '')
    : value === defaultValue;

/** What the page shows the price of. */
let shown = fieldsOfPlace().every(isAsSent) ? said().toString() : undefined;
let is_asking = false;

/** Only a tax number is looked up by the button, as it takes the tax authorities to do that. */
function showUpdate() {
  const update = form.querySelector('[data-part="update"]');
  const number = form.elements.namedItem('tax_id');
  if (update && number) update.hidden = number.value === '';
}

async function follow() {
  const body = said();
  const text = body.toString();
  if (is_asking || text === shown) return;
  shown = text;
  is_asking = true;
  form.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(form.dataset.preview, { method: 'POST', body });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector('form[data-preview]');
    // Whoever has gone on meanwhile is answered below.
    if (fresh && said().toString() === text) show(fresh);
  } catch {
    // The page stays as it is: whoever pays is told the total that has changed.
  }
  is_asking = false;
  form.removeAttribute('aria-busy');
  await follow();
}

function show(fresh) {
  const active = document.activeElement;
  const cursor = [active.selectionStart ?? null, active.selectionEnd ?? null];
  form.setAttribute('action', fresh.getAttribute('action'));
  for (const part of form.querySelectorAll('[data-part]')) {
    const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (next && !next.isEqualNode(part)) replace(part, next);
  }
  form.dispatchEvent(new Event('shown'));
  if (active.isConnected) return;
  const field = document.getElementById(active.id);
  field?.focus({ preventScroll: true });
  if (cursor[0] !== null) field?.setSelectionRange(...cursor);
}

function replace(part, next) {
  const has_fields = (one) => one.querySelector(FIELDS) !== null;
  if ('keeps' in part.dataset && has_fields(part)) {
    part.hidden = !has_fields(next);
    return;
  }
  const typed = new Map([...part.querySelectorAll(FIELDS)].map((field) => [field.id, field]));
  part.replaceChildren(...next.cloneNode(true).childNodes);
  for (const field of part.querySelectorAll(FIELDS)) {
    const before = typed.get(field.id);
    if (before) keepTyped(field, before);
  }
}

function keepTyped(field, { value, checked }) {
  if (field.type === 'checkbox') field.checked = checked;
  else if (!field.options || [...field.options].some((option) => option.value === value)) {
    field.value = value;
  }
}

/**
 * Whether the browser's clock is one of the country's: most are delivered with the English of the
 * United States, wherever they are. Where it cannot be told, it is.
 */
function hasClockOf(country) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const locale = new Intl.Locale(`und-${country}`);
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const is_place = /^(?!Etc)\w+\//.test(timeZone ?? '');
  return !is_place || zones.length === 0 || zones.includes(timeZone);
}

const country = form.elements.namedItem('country');
const is_guess = country.value !== '' && 'suggested' in country.dataset;
if (is_guess && !hasClockOf(country.value)) country.value = '';

form.addEventListener('change', ({ target }) => {
  // A region or a postal code of the country before says nothing about this one.
  const within = target.name === 'country' ? ['state', 'postal_code'] : [];
  for (const field of within.flatMap((name) => form.elements.namedItem(name) ?? [])) {
    field.value = '';
  }
  follow();
});
form.addEventListener('input', showUpdate);
showUpdate();
follow();
