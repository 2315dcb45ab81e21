import type { Answer } from '../answer.ts';
import { cards } from '../cast.ts';
import type { Shop } from '../shop.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export const GOOD_CARD = cards.pays.number;
export const DECLINED_CARD = cards.declined.number;
export const CARD_TO_CONFIRM = cards.confirms.number;

let buyers = 0;
let attempts = 0;

/** A product for 20 dollars, and what buyers do on its payment page. */
export async function openCounter(shop: Shop, terms: object = {}) {
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD', ...terms };
  const { product_id } = (await shop.call('POST /create-product', product)).body;
  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    shop.send({ method: 'GET', path, headers });
  const post = (path: string, form: object | string, headers: object = {}): Promise<Answer> => {
    const body =
      typeof form === 'string' ? form : new URLSearchParams(Object.entries(form)).toString();
    return shop.send({ method: 'POST', path, headers: { ...FORM, ...headers } }, body);
  };
  const openSession = async (more: object = {}) => {
    const customer_id = `paying_${buyers++}`;
    const input = { product_id, quantity: 1, customer_id, ...more };
    const { checkout_session_id } = (await shop.call('POST /create-checkout', input)).body;
    return { id: checkout_session_id, path: `/checkout/${checkout_session_id}`, ...input };
  };
  const filled = (card_number = GOOD_CARD, more: object = {}) => ({
    attempt: `attempt${attempts++}`,
    email: 'ada@example.com',
    name: '',
    country: '',
    card_number,
    card_expiry: '12/34',
    card_code: '123',
    consent: '1',
    ...more,
  });
  const session = async (checkout_session_id: string) =>
    (await shop.call('GET /get-checkout', { checkout_session_id })).body;
  const customer = async (customer_id: string) =>
    (await shop.call('GET /get-customer', { customer_id })).body;
  return { product_id, get, post, openSession, filled, session, customer };
}
