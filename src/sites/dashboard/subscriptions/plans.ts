import { setImmediate } from 'node:timers/promises';
import { searchProducts } from '../../../shop/catalogue/products/search-products.ts';
import type { Visit } from '../visit.ts';

const PLANS_MAX = 100;
/** How many pages are read on, where plans are rare among very many products. */
const READ_ON_MAX = 20;

/** The plans of the store, the newest hundred. */
export async function newestPlans(visit: Visit, which: { currency: string } | { status: 'all' }) {
  const filter = { ...which, billing_type: 'recurring', limit: PLANS_MAX } as const;
  let page = await visit.ask(searchProducts, filter);
  const found = page.data;
  for (let n = 1; n < READ_ON_MAX && found.length < PLANS_MAX && page.next_cursor !== null; n++) {
    await setImmediate(); // Others have their turn.
    page = await visit.ask(searchProducts, { ...filter, cursor: page.next_cursor });
    found.push(...page.data);
  }
  return found.slice(0, PLANS_MAX);
}
