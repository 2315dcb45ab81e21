import type { Answer } from '../answer.ts';
import { type CastStore, cards } from '../cast.ts';
import type { Shop } from '../shop.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let buyers = 0;

/** What a seller and their buyers do with payment links. */
export function linksIn(shop: Shop, store: CastStore) {
  const make = (more: object = {}) => store.must('POST /create-payment-link', more);
  const look = (payment_link_id: string) =>
    store.must('GET /get-payment-link', { payment_link_id });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    shop.send({ method: 'GET', path, headers });
  const post = (path: string, form: object, headers: object = {}): Promise<Answer> => {
    const body = new URLSearchParams(Object.entries(form)).toString();
    return shop.send({ method: 'POST', path, headers: { ...FORM, ...headers } }, body);
  };
  /** The form as a new buyer fills it in. */
  const filled = (more: object = {}, card = cards.pays.number) => ({
    ...{ email: `buyer${buyers++}@example.com`, name: '', country: '' },
    ...{ card_number: card, card_expiry: '12/34', card_code: '123' },
    ...more,
  });
  const pay = ({ slug }: { slug: string }, more: object = {}, card?: string) =>
    post(`/test/buy/${slug}/pay`, filled(more, card));
  /** The session that a page leads to, or that it is about. */
  const sessionAt = ({ headers, text }: Answer) => {
    const place = String(headers.location ?? text);
    const [checkout_session_id] = /cs_[0-9a-z]{28}/.exec(place) ?? [];
    return store.must('GET /get-checkout', { checkout_session_id });
  };
  /** The form of a page as it came, by the names of its hidden fields. */
  const hiddenIn = ({ text }: Answer): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
  return { make, look, get, post, filled, pay, sessionAt, hiddenIn };
}
