import { type LinkAddress, linkAddresses, linkCounts } from './verify-links.sql.ts';
import type { Work } from './work.ts';

/**
 * Whether every payment link counts the sessions that are paid by it, is at its address, and is found
 * from those of before: they lead on as long as it is for sale, and say that it has ended afterwards.
 */
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
  for (const one of await linkAddresses(reader, store_id)) {
    check('addresses of payment links lead where they should', one.address, problemsOf(one));
  }
}

function problemsOf({ status, is_current, is_deleted, is_of_mode }: LinkAddress): string[] {
  const problems: string[] = [];
  if (is_of_mode === 0) problems.push('it is an address of the other mode than its store');
  const should_be = is_deleted === 1 ? 'deleted' : is_current === 1 ? 'current' : 'former';
  if (status !== should_be) problems.push(`it is kept as ${status}, and is ${should_be}`);
  return problems;
}
