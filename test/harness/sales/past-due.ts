import assert from 'node:assert/strict';
import type { Shop } from '../shop.ts';

let attempts = 0;

/** A subscription of 20 EUR a month that is past due, and the page where it can be paid. */
export async function openPastDue(shop: Shop) {
  const store = await shop.openStore();
  const subscription_id = await store.inStatus('past_due');
  const { payment_url } = await store.get(subscription_id);
  assert.ok(payment_url, 'what is past due can be paid somewhere');
  const path = new URL(payment_url).pathname;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (method: 'GET' | 'POST', to: string, body?: string) =>
    shop.send({ method, path: to, headers: body === undefined ? {} : headers }, body);
  const open = () => send('GET', path);
  const pay = (card_number: string) => {
    const form = { attempt: `a${attempts++}`, card_number, card_expiry: '12/34', card_code: '123' };
    return send('POST', path, new URLSearchParams(form).toString());
  };
  /** What became of its renewals, the newest first. */
  const renewals = async (): Promise<string[]> =>
    (await store.transactions(subscription_id))
      .filter(({ type }: { type: string }) => type === 'renewal')
      .map(({ status }: { status: string }) => status);
  return { ...store, subscription_id, path, send, open, pay, renewals };
}
