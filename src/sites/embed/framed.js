// On pages of a checkout that a site of the seller's may show in a frame: tells that site that the
// page is there, and that something was paid. Only the sites that the store names hear it.
const embedded = document.querySelector('meta[name="embedded-by"]');
if (embedded && parent !== window) {
  const done = document.querySelector('[data-completed]');
  const { completed: checkout_session_id, success: success_url } = done?.dataset ?? {};
  const message = done
    ? { kassa: 'completed', checkout_session_id, success_url }
    : { kassa: 'ready' };
  for (const origin of embedded.content.split(' ')) parent.postMessage(message, origin);
  // The payment provider's page, and the shop, want the whole window.
  if ('leaves' in embedded.dataset) for (const form of document.forms) form.target = '_top';
  for (const link of document.links) {
    if (link.origin !== location.origin && link.target === '') link.target = '_top';
  }
}
