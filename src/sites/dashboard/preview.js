// Shows what a form will do while it is typed; without it, the button Update does. The server makes
// the preview, and does nothing that it has not shown.
const form = document.querySelector('form[data-follows]');
const WAIT_MS = 300;

if (form) {
  const update = form.querySelector('[name="preview"]');
  const shown = () => form.querySelector('[data-preview]');
  let newest = 0;
  let waiting;

  const isBehind = (is_behind) => {
    shown().setAttribute('aria-busy', String(is_behind));
    for (const button of shown().querySelectorAll('[name="confirmed"]'))
      button.disabled = is_behind;
  };

  async function follow() {
    newest += 1;
    const mine = newest;
    const body = new URLSearchParams(new FormData(form));
    body.set('preview', 'yes');
    try {
      const answer = await fetch(form.action, { method: 'POST', body });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const next = page.querySelector('form[data-follows] [data-preview]');
      if (mine !== newest) return;
      if (!next) throw new Error('another page');
      const why = page.querySelector('.refusal');
      if (why) next.firstElementChild.textContent = why.textContent;
      shown().replaceWith(document.importNode(next, true));
    } catch {
      if (mine !== newest) return;
      isBehind(false);
      update.hidden = false;
    }
  }

  update.hidden = true;
  form.addEventListener('input', () => {
    isBehind(true);
    clearTimeout(waiting);
    waiting = setTimeout(follow, WAIT_MS);
  });
}
