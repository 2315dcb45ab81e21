// The frame with the buttons of the wallets, at Stripe's address, and the sheet that one of them opens.
import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';

const API = 'https://api.stripe.com/v1';
const CARD = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' };

type Billed = Partial<NonNullable<StripeExpressCheckoutElementConfirmEvent['billingDetails']>>;
type Message = { id?: number } & (
  | { type: 'sheet'; asked: { emailRequired?: boolean } }
  | { type: 'rejected' | 'failed' | 'look' | 'check' }
  | { type: 'token'; key: string; setup_future_usage?: string | null }
);

const tell = (message: object): void => parent.postMessage(message, '*');
const buttons = document.createElement('div');
const sheet = document.createElement('button');
sheet.textContent = 'Confirm with Face ID';

for (const wallet of ['apple_pay', 'google_pay']) {
  const button = document.createElement('button');
  button.textContent = wallet === 'apple_pay' ? 'Buy with Apple Pay' : 'Buy with GPay';
  button.style.cssText = 'width: 49%; height: 50px; background: black; color: white; border: 0';
  button.onclick = () => tell({ type: 'pressed', wallet });
  buttons.append(button);
}
document.body.style.margin = '0';
document.body.append(buttons);

function openSheet({ emailRequired }: { emailRequired?: boolean }): void {
  document.body.append(sheet);
  const billing: Billed = {
    name: 'Ada Wallet',
    ...(emailRequired && { email: 'ada@wallet.example' }),
  };
  sheet.onclick = () => tell({ type: 'authorized', wallet: 'apple_pay', billing });
}

async function makeToken(message: Extract<Message, { type: 'token' }>): Promise<object> {
  const { key, setup_future_usage } = message;
  const body = new URLSearchParams({
    key,
    'payment_method_data[type]': 'card',
    ...(setup_future_usage && { setup_future_usage }),
  });
  for (const [name, text] of Object.entries(CARD)) {
    body.set(`payment_method_data[card][${name}]`, text);
  }
  const made = await (await fetch(`${API}/confirmation_tokens`, { method: 'POST', body })).json();
  return made.error ? { error: made.error } : { confirmationToken: made };
}

addEventListener('message', async ({ source, data }: MessageEvent<Message>) => {
  if (source !== parent) return;
  if (data.type === 'sheet') openSheet(data.asked);
  if (data.type === 'failed') sheet.remove();
  if (data.type === 'check') tell({ id: data.id, answer: { selectedPaymentMethod: 'apple_pay' } });
  if (data.type === 'token') tell({ id: data.id, answer: await makeToken(data) });
});

tell({ type: 'ready', height: 50 });
