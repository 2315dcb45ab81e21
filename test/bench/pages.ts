import { ask } from './load.ts';
import type { Running } from './processes.ts';

const PURCHASES = 50;
const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };

/** Where the pages are that are measured, without the host. */
export interface PagePaths {
  checkout: string;
  /** Of a customer with 50 purchases. */
  portal: string;
}

/** Makes what the pages show, by the operations. */
export async function makePages(
  server: Running,
  { api_key, product_ids }: { api_key: string; product_ids: string[] },
): Promise<PagePaths> {
  const post = async (path: string, input: object) => {
    const body = JSON.stringify(input);
    const head = [
      `POST /${path} HTTP/1.1`,
      'Host: localhost',
      `x-api-key: ${api_key}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    return JSON.parse(await ask(server, [...head, '', body].join('\r\n')));
  };
  const open = (at: number, customer_id: string) =>
    post('create-checkout', {
      product_id: product_ids[at % product_ids.length],
      quantity: 1,
      customer_id,
    });
  for (let at = 0; at < PURCHASES; at++) {
    const { checkout_session_id } = await open(at, 'collector');
    await post('complete-checkout', { checkout_session_id, payment_method: CARD });
  }
  const { checkout_url } = await open(0, 'visitor');
  const { portal_url } = await post('create-customer-billing', { customer_id: 'collector' });
  return { checkout: new URL(checkout_url).pathname, portal: new URL(portal_url).pathname };
}
