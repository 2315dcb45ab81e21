import assert from 'node:assert/strict';
import type { Answer } from '../answer.ts';
import { openStore } from '../cast.ts';
import type { Shop } from '../shop.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A store whose customers visit the portal. */
export async function openVisitedStore(shop: Shop) {
  const store = await openStore(shop);
  const { must } = store;

  /** A new link of a customer: its path and how to use it. */
  async function visit(customer_id: string, more: object = {}) {
    const { portal_url } = await must('POST /create-customer-billing', { customer_id, ...more });
    const home: string = new URL(portal_url).pathname;
    const get = (below = '', headers: Record<string, string> = {}): Promise<Answer> =>
      shop.send({ method: 'GET', path: home + below, headers });
    const post = (below: string, form: object | string, headers: object = {}): Promise<Answer> => {
      const body =
        typeof form === 'string' ? form : new URLSearchParams(Object.entries(form)).toString();
      const path = home + below;
      return shop.send({ method: 'POST', path, headers: { ...FORM, ...headers } }, body);
    };
    /** The hidden fields of the first form that is sent to this address. */
    const hidden = async (page: string, action = page): Promise<Record<string, string>> => {
      const { text } = await get(page);
      const start = text.indexOf(`action="${home}${action}"`);
      assert.ok(start >= 0, `a form for ${action}`);
      const fields = text
        .slice(start, text.indexOf('</form>', start))
        .matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
      return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
    };
    /** Follows the answer to a form, which is a redirect. */
    const follow = async (answer: Answer): Promise<string> => {
      assert.equal(answer.status, 303, answer.text);
      const next = await shop.send({ method: 'GET', path: String(answer.headers.location) });
      assert.equal(next.status, 200, next.text);
      return next.text;
    };
    /** What is shown of a payment: its invoice, or a page of the portal if it has none. */
    const receipt = async (transaction_id: string): Promise<string> => {
      const answer = await get(`/receipt/${transaction_id}`);
      return readable(answer.status === 303 ? await follow(answer) : answer.text);
    };
    return { home, portal_url: portal_url as string, get, post, hidden, follow, receipt };
  }

  /** A plan with a license of two devices, bought by a customer who uses it on one. */
  async function buyLicensed(customer_id: string, more: object = {}) {
    const license = { activation_limit: 2 };
    const plan_id = await store.plan({ name: 'Studio', license, ...more });
    const subscription_id = await store.subscribe(plan_id, { customer_id });
    const { data } = await must('GET /list-licenses', { customer_id });
    const [{ license_id, license_key }] = data;
    const { instance } = await must('POST /activate-license', {
      license_key,
      instance_name: `The laptop of ${customer_id}`,
    });
    const { instance_id } = instance;
    return { plan_id, subscription_id, license_id, license_key, instance_id: String(instance_id) };
  }

  return { ...store, visit, buyLicensed };
}

export const CARD = { card_number: '4242 4242 4242 4242', card_expiry: '12/34', card_code: '123' };

/** The text of a page without tags, with single spaces. */
export const readable = (html: string): string =>
  html
    .replace(/<head>[\s\S]*?<\/head>/, '')
    .replaceAll('<wbr>', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
