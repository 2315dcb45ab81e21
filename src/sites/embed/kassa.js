// Opens payment links in a dialog on the page of the seller: <a data-kassa href="https://…/buy/…">.
// Without this script, or where a frame is not allowed, the link is an ordinary link.
(() => {
  const base = new URL('.', document.currentScript.src);
  const is_ours = (url) => url.origin === base.origin && url.pathname.startsWith(base.pathname);
  const READY_MS = 10_000;
  const CLOSE = {
    ...{ ar: 'إغلاق', de: 'Schließen', en: 'Close', es: 'Cerrar', fr: 'Fermer', it: 'Chiudi' },
    ...{ ja: '閉じる', nl: 'Sluiten', pl: 'Zamknij', pt: 'Fechar', sv: 'Stäng', zh: '关闭' },
  };
  let close = () => {};

  /** Opens a payment link. Events are dispatched at `from`. */
  function open(address, from = document) {
    const url = new URL(address, location.href);
    if (!is_ours(url)) throw new Error(`not a payment link of ${base.href}: ${url.href}`);
    close();
    const dialog = make('dialog', {
      ...{ position: 'fixed', inset: '0', width: '100%', height: '100%', margin: '0' },
      ...{ maxWidth: 'none', maxHeight: 'none', padding: '0', border: '0', overflow: 'hidden' },
      background: 'rgb(0 0 0 / 55%)',
    });
    const is_wide = innerWidth > 1040;
    const frame = make('iframe', {
      ...{ position: 'absolute', inset: '0', margin: is_wide ? 'auto' : '60px 0 0', border: '0' },
      ...{ width: 'min(100%, 1040px)', height: is_wide ? 'min(100%, 800px)' : 'calc(100% - 60px)' },
      ...{ borderRadius: is_wide ? '12px' : '12px 12px 0 0', background: 'Canvas' },
    });
    const button = make('button', {
      ...{ position: 'absolute', insetBlockStart: '8px', insetInlineEnd: '8px', zIndex: '1' },
      ...{ width: '44px', height: '44px', border: '0', borderRadius: '50%', cursor: 'pointer' },
      ...{ font: '24px/1 system-ui, sans-serif', background: 'Canvas', color: 'CanvasText' },
    });
    const words = document.documentElement.lang.slice(0, 2).toLowerCase();
    button.type = 'button';
    button.textContent = '×';
    button.ariaLabel = CLOSE[words] ?? CLOSE.en;
    frame.title = dialog.ariaLabel = from.textContent?.trim() || document.title;
    frame.allow = 'payment; publickey-credentials-get';
    frame.src = url.href;
    dialog.append(button, frame);

    const overflow = document.documentElement.style.overflow;
    // The page of a link says so when it is shown. If it may not be, it is opened as usual.
    const impatience = setTimeout(() => location.assign(url.href), READY_MS);
    const listen = ({ origin, source, data }) => {
      if (origin !== base.origin || source !== frame.contentWindow) return;
      clearTimeout(impatience);
      if (data?.kassa === 'completed') complete(data);
    };
    const complete = ({ checkout_session_id, success_url }) => {
      const detail = { checkout_session_id };
      const options = { bubbles: true, cancelable: true, detail };
      const goes_on = from.dispatchEvent(new CustomEvent('kassa:completed', options));
      if (goes_on && success_url) location.assign(success_url);
    };
    close = () => {
      close = () => {};
      clearTimeout(impatience);
      removeEventListener('message', listen);
      document.documentElement.style.overflow = overflow;
      dialog.remove();
      from.dispatchEvent(new CustomEvent('kassa:closed', { bubbles: true }));
    };
    button.onclick = () => close();
    dialog.onclick = ({ target }) => target === dialog && close();
    dialog.onclose = () => close();
    addEventListener('message', listen);
    document.documentElement.style.overflow = 'hidden';
    document.body.append(dialog);
    dialog.showModal();
    frame.focus();
  }

  // By properties: a Content-Security-Policy of the page may forbid style attributes.
  function make(name, style) {
    const element = document.createElement(name);
    Object.assign(element.style, style);
    return element;
  }

  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[data-kassa]');
    const is_plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    if (!link || !is_plain || event.defaultPrevented || !is_ours(new URL(link.href))) return;
    event.preventDefault();
    open(link.href, link);
  });

  globalThis.Kassa = { open, close: () => close() };
})();
