import { dayText } from '../../shop/figures/day.rules.ts';
import { differentCustomers, differentOrigins, refundsElsewhere } from './verify-origins.sql.ts';
import type { Work } from './work.ts';

const SOLD = 'sales by product, country, code and link are what was sold';
const BOUGHT = 'sales by customer are what they bought';
/** Of each kind; one is enough to look. */
const SHOWN = 20;

/** Whether sales by where they came from, and by customer, are what is counted again. */
export async function verifyOrigins({ reader, store_id, check }: Work): Promise<void> {
  const of = { store_id, limit: SHOWN };
  let are_right = true;
  const wrong = (name: string, record: string, problem: string) => {
    are_right = false;
    check(name, record, [problem]);
  };
  for await (const { dimension, product_id, currency, day, origin } of differentOrigins(
    reader,
    of,
  )) {
    const where = `${product_id || 'all products'} ${currency} ${dayText(day)}`;
    wrong(SOLD, `${where} ${dimension} ${origin}`, 'its sums are not what is counted again');
  }
  for (const { transaction_id } of await refundsElsewhere(reader, of)) {
    wrong(SOLD, transaction_id, 'it is counted elsewhere than the payment that it gives back');
  }
  if (are_right) check(SOLD, store_id, []);
  const customers = await differentCustomers(reader, of);
  for (const { customer_id, currency } of customers) {
    check(BOUGHT, `${customer_id} ${currency}`, ['what is kept is not what is counted again']);
  }
  if (customers.length === 0) check(BOUGHT, store_id, []);
}
