import { linkCounts } from './verify-links.sql.ts';
import type { Work } from './work.ts';

/** Whether every payment link counts the sessions that were or are being paid by it. */
export async function verifyLinks({ reader, store_id, check }: Work): Promise<void> {
  for (const { payment_link_id, purchases, counted } of await linkCounts(reader, store_id)) {
    const problem = `${purchases} purchases are counted, ${counted} sessions were made by it`;
    check(
      'payment links count what they sell',
      payment_link_id,
      purchases === counted ? [] : [problem],
    );
  }
}
