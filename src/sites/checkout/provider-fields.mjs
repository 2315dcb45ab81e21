// Stripe's own script and its fields, for the page that says where they go and what is paid. Stripe
// allows no copy of the script: it is loaded from there, by this file alone.
const READY_MS = 8_000;

/** The charge takes cards alone, and these two are cards. */
const NO_OTHERS = { amazonPay: 'never', klarna: 'never', link: 'never', paypal: 'never' };

/** Fields of the buyer that our page asks for itself. */
const OURS = { country: 'never', postalCode: 'never' };

/** Stripe's own script, with its key; what loads it may time it, and is told that it is not there. */
export function loadStripe({ script, key }) {
  const tag = document.createElement('script');
  tag.src = script;
  const loaded = new Promise((resolve, reject) => {
    tag.onload = resolve;
    tag.onerror = () => reject(new Error(`${script} was not loaded`));
  });
  document.head.append(tag);
  return loaded.then(() => Stripe(key, { locale: document.documentElement.lang }));
}

/**
 * Puts the fields into `place`, and the buttons of wallets into `wallets`, if the page has room for
 * them and the device has any.
 * `order` says what is paid; `ready` and `gone` are called when the fields are there, or when it is
 * clear that they do not come. `mayBuy` answers a press on a wallet: whether nothing is missing, and
 * which details the wallet has to ask for; `bought` gets what it has paid with.
 */
export function providerFields({ place, wallets }, { order, ready, gone, mayBuy, bought }) {
  const { currency, methods, knowsEmail, knowsCountry } = place.dataset;
  const is_dark = matchMedia('(prefers-color-scheme: dark)');
  let stripe;
  let elements;
  let express;
  let state = 'loading';

  function leave() {
    if (state === 'gone') return;
    state = 'gone';
    for (const one of [place, wallets]) one?.firstElementChild.replaceChildren();
    delete wallets?.dataset.shown;
    gone();
  }

  function mount(loaded) {
    if (state === 'gone') return;
    stripe = loaded;
    elements = newGroup();
    const payment = elements.create('payment', {
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
      fields: {
        billingDetails: {
          ...(knowsEmail !== undefined && { email: 'never' }),
          ...(knowsCountry !== undefined && { address: OURS }),
        },
      },
    });
    payment.on('ready', () => {
      if (state !== 'loading') return;
      state = 'ready';
      ready();
    });
    payment.on('loaderror', leave);
    payment.mount(place.firstElementChild);
    // Cards are typed also where the wallets fail.
    try {
      if (wallets) mountWallets();
    } catch (error) {
      reportError(error);
    }
  }

  const newGroup = () =>
    stripe.elements({
      ...group(),
      appearance: appearance(is_dark.matches),
      allowedPaymentMethodTypes: methods.split(' '),
    });

  /** In a group of their own: whoever pays by a wallet need not fill in the fields. */
  function mountWallets() {
    express = newGroup();
    const theme = is_dark.matches ? 'white' : 'black';
    const type = order().amount > 0 ? 'buy' : 'plain';
    const buttons = express.create('expressCheckout', {
      buttonHeight: 50,
      buttonTheme: { applePay: theme, googlePay: theme },
      buttonType: { applePay: type, googlePay: type },
      paymentMethods: { applePay: 'auto', googlePay: 'auto', ...NO_OTHERS },
    });
    buttons.on('ready', ({ availablePaymentMethods }) => {
      if (availablePaymentMethods && state !== 'gone') wallets.dataset.shown = '';
    });
    buttons.on('click', ({ resolve, reject }) => {
      const asked = mayBuy();
      if (asked) resolve(asked);
      else reject();
    });
    buttons.on('confirm', ({ billingDetails, paymentFailed }) => {
      bought({ ...billingDetails, token: () => tokenOf(express) }, paymentFailed);
    });
    buttons.mount(wallets.firstElementChild);
  }

  /** What is paid, or only saved. */
  function group() {
    const { amount, saves } = order();
    return amount > 0
      ? { mode: 'payment', amount, currency, setupFutureUsage: saves ? 'off_session' : null }
      : { mode: 'setup', ...(currency && { currency }), setupFutureUsage: 'off_session' };
  }

  loadStripe(place.dataset)
    .then(mount)
    .catch((error) => {
      leave();
      reportError(error);
    });
  setTimeout(() => state === 'ready' || leave(), READY_MS);
  is_dark.addEventListener('change', () => {
    const change = { appearance: appearance(is_dark.matches) };
    if (state !== 'gone') for (const one of [elements, express]) one?.update(change);
  });

  /**
   * A token of what was typed or chosen, or why there is none: in words, or nothing where the fields
   * have said it. Nothing is waited for before they are submitted: it has to happen in the press.
   */
  async function tokenOf(elements, params) {
    const { error } = await elements.submit();
    if (error) return { refused: error.type === 'validation_error' ? undefined : error.message };
    const made = await stripe.createConfirmationToken({ elements, ...(params && { params }) });
    return made.error ? { refused: made.error.message } : { token: made.confirmationToken.id };
  }

  return {
    /** The order has changed. */
    follow() {
      if (state !== 'gone') for (const one of [elements, express]) one?.update(group());
    },

    /** The bank asks, over the page. However that ends: our server looks. */
    ask: (clientSecret) => stripe.handleNextAction({ clientSecret }).catch(() => {}),

    token({ email, name, country, postal_code }) {
      const billing_details = {
        ...(knowsEmail !== undefined && { email }),
        ...(name && { name }),
        ...(knowsCountry !== undefined && { address: { country, postal_code } }),
      };
      return tokenOf(elements, { payment_method_data: { billing_details } });
    },
  };
}

/** In the colours of the page as they are now. */
function appearance(is_dark) {
  const probe = document.body.appendChild(document.createElement('i'));
  const color = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const variables = {
    ...{ colorPrimary: color('accent'), colorBackground: color('surface') },
    ...{ colorText: color('text'), colorTextSecondary: color('quiet') },
    ...{ colorTextPlaceholder: color('quiet'), colorDanger: color('bad') },
    ...{ fontFamily: getComputedStyle(document.body).fontFamily, fontSizeBase: '16px' },
    ...{ borderRadius: '8px', spacingUnit: '4px' },
  };
  const border = `1px solid ${color('field-line')}`;
  probe.remove();
  return {
    theme: is_dark ? 'night' : 'stripe',
    inputs: 'condensed',
    variables,
    rules: {
      '.Input': { border, boxShadow: 'none' },
      '.Label': { fontSize: '13px', fontWeight: '550' },
    },
  };
}
