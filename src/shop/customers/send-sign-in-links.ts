import type { Language } from '../../platform/core/languages.ts';
import { HOUR_MS } from '../../platform/core/time.ts';
import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { listCustomersByEmail } from './customer.sql.ts';
import { openPortalLink } from './open-portal-link.ts';
import { listWaiting, takeWaiting } from './portal-sign-in.sql.ts';

const BATCH = 100;
const CUSTOMERS_MAX = 20;

/**
 * Sends links to those who have asked for one on the sign-in page and are customers. Done here and
 * not by the page, so that the page takes as long for an address that nobody has.
 */
export async function sendSignInLinks({ reader, write }: StoreWork): Promise<boolean> {
  const waiting = await listWaiting(reader, BATCH);
  for (const one of waiting) await write((context) => answer(context, one));
  return waiting.length === BATCH;
}

async function answer(
  context: StoreTx,
  { email_folded, language }: { email_folded: string; language: Language | null },
): Promise<void> {
  const { tx, services } = context;
  if ((await takeWaiting(tx, email_folded)) === 0) return;
  const customers = await listCustomersByEmail(tx, { email_folded, limit: CUSTOMERS_MAX });
  // Addresses that are the same without case need not be the same mailbox: each gets its own links.
  for (const [to, [first, ...more]] of Map.groupBy(customers, ({ email }) => email)) {
    if (!first) continue;
    const links: string[] = [];
    for (const { customer_id } of [first, ...more]) {
      const { portal_url } = await openPortalLink(context, { customer_id, return_url: null });
      links.push(portal_url);
    }
    await queueMail(context, {
      kind: 'sign_in',
      to,
      language: first.language ?? language ?? 'en',
      customer_id: first.customer_id,
      data: { customer_name: first.name },
      secrets: { link_urls: links.join(' ') },
      send_before: services.clock() + HOUR_MS,
    });
  }
}
