// Whoever has left while their bank was asking, by a reload or in another window, goes on here: the
// server looks how it is by now, and the provider's script asks once more if the bank still wants it.
import { loadStripe } from './provider-fields.mjs';

const link = document.querySelector('a[data-script]');
let is_busy = false;

async function goOn() {
  const answer = await fetch(link.href, { headers: { Accept: 'application/json' } });
  const { go, client_secret } = await answer.json();
  if (client_secret) {
    const stripe = await loadStripe(link.dataset);
    // However that ends: our server looks.
    await stripe.handleNextAction({ clientSecret: client_secret }).catch(() => {});
  }
  const url = new URL(go, location.href);
  if (url.origin === location.origin) location.assign(url);
  else open(url, '_top');
}

link.addEventListener('click', (event) => {
  event.preventDefault();
  if (is_busy) return;
  is_busy = true;
  goOn().catch(() => location.assign(link.href));
});
