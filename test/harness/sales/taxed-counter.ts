import { openStore } from '../cast.ts';
import { type ShopOptions, startShop } from '../shop.ts';
import { openCounter } from './buying.ts';
import { GERMAN, OSS, sellFrom } from './taxed.ts';

export const FROM_GERMANY = '4000002760000016';

/**
 * A German shop with something for 100 USD, and a buyer who fills in what its page shows. Forms are
 * sent as a browser without JavaScript sends them: all fields of the page, also hidden ones.
 */
export async function openTaxed(terms: object, settings: object = {}, options: ShopOptions = {}) {
  const shop = await startShop(options);
  await sellFrom(await openStore(shop, shop), 'DE', [GERMAN, OSS], settings);
  const counter = await openCounter(shop, { price: 100, ...terms });
  const { get, post, session } = counter;
  const paid = async (id: string) =>
    (await shop.call('GET /get-transactions', { checkout_session_id: id })).body.data[0];
  /** The fields of the form with their values, as the page was when it was read. */
  async function fields(path: string): Promise<Record<string, string>> {
    const { text } = await get(path);
    const inputs = text.matchAll(/<input id="(\w+)" name="\w+" value="([^"]*)"/g);
    const hidden = text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
    const all = [...inputs, ...hidden].map(([, name = '', value = '']) => [name, value]);
    const chosen = (name: string) =>
      text.match(new RegExp(`name="${name}"[^]*?<option value="(\\w+)" selected`))?.[1] ?? '';
    const state = text.includes('name="state"') ? { state: chosen('state') } : {};
    return { ...Object.fromEntries(all), country: chosen('country'), ...state };
  }
  const card = { card_number: FROM_GERMANY, card_expiry: '12/34', card_code: '123', consent: '1' };
  const pay = async (path: string, change: object = {}) =>
    post(`${path}/pay`, {
      ...{ ...(await fields(path)), email: 'ada@example.com', ...card, ...change },
    });
  const update = async (path: string, change: object) =>
    post(`${path}/details`, { ...(await fields(path)), ...change });
  return { ...counter, shop, paid, fields, pay, update, session };
}
