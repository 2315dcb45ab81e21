import { linkCounts } from './verify-links.sql.ts';
import type { Work } from './work.ts';

/** Whether every payment link counts the sessions that are paid by it, and is at its address. */
export async function verifyLinks({ reader, store_id, check }: Work): Promise<void> {
  for (const link of await linkCounts(reader, store_id)) {
    const { payment_link_id, purchases, counted, is_placed } = link;
    const problem = `${purchases} purchases are counted, ${counted} sessions were made by it`;
    check(
      'payment links count what they sell',
      payment_link_id,
      purchases === counted ? [] : [problem],
    );
    const nowhere = is_placed === 0 ? ['nothing leads from its address to it'] : [];
    check('payment links are at their address', payment_link_id, nowhere);
  }
}
