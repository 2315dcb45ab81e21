// A card that is typed into the provider's fields and saved, on pages with a form of their own for it.
// Until the fields are there, and wherever they do not come, its button leads to the provider's page.
import { providerFields } from './provider-fields.mjs';

const place = document.querySelector('.fields');
const form = place.closest('form');
const problem = form.querySelector('.problem');
let is_busy = false;

const fields = providerFields(
  { place },
  {
    order: () => ({ amount: Number(place.dataset.amount), saves: true }),
    ready() {
      form.dataset.here = '';
    },
    gone() {
      delete form.dataset.here;
    },
  },
);

async function send() {
  const { token, refused } = await fields.token({});
  if (token === undefined) {
    problem.hidden = refused === undefined;
    problem.textContent = refused ?? '';
    return;
  }
  form.elements.namedItem('payment_token').value = token;
  form.submit();
  // What was pressed stays pressed until the next page is there.
  await new Promise(() => {});
}

form.addEventListener('submit', async (event) => {
  if (!('here' in form.dataset)) return;
  event.preventDefault();
  if (is_busy) return;
  is_busy = true;
  form.dataset.busy = '';
  try {
    await send();
  } finally {
    is_busy = false;
    delete form.dataset.busy;
  }
});
// Back from the bank by the button of the browser: these fields are spent.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
