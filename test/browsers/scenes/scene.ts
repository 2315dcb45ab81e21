import type { Page } from 'playwright-core';
import type { CastStore } from '../../harness/cast.ts';
import type { Shop } from '../../harness/shop.ts';

/** A page in one of its states, as somebody sees it. */
export interface Scene {
  name: string;
  /** Makes what the page shows, and says where it is: an address, or the part after the host. */
  url(stage: Stage): Promise<string> | string;
  /** What the visitor does there before the picture is taken. */
  act?(page: Page): Promise<void>;
  /** Expected instead of 200, of the first page. */
  status?: number;
  /** Whether it is written in English alone, such as the reference. */
  is_english?: boolean;
}

/** The shop in which the scenes play: a store with things to sell, and one that charges taxes. */
export interface Stage {
  shop: Shop;
  store: CastStore;
  goods: { editor: string; plan: string; team: string; trial: string; free: string };
  /** A new customer each time. */
  someone(): Promise<string>;
  /** Opens a payment page. */
  checkout(product_id: string, more?: object): Promise<string>;
  /** The same in a store that charges taxes, for a buyer who is somewhere. */
  taxedCheckout(tax_behavior: 'inclusive' | 'exclusive', country?: string): Promise<string>;
  portal(customer_id: string): Promise<string>;
}

/** Fills the fields of a payment form that are there, by their names: their labels are translated. */
export async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`[name="${name}"]`).first();
    if ((await field.count()) === 0) continue;
    const tag = await field.evaluate((element) => element.tagName);
    await (tag === 'SELECT' ? field.selectOption(value) : field.fill(value));
  }
}

export const pays = (number: string) => ({
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  card_number: number,
  card_expiry: '12/34',
  card_code: '123',
});
