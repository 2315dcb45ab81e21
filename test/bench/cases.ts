import { FINGERPRINT } from './fill-licenses.ts';
import type { Requests } from './load.ts';
import type { Shop } from './shop.ts';
import { createTexts, randomNumbers, type Text } from './vocabulary.ts';

export interface Case {
  /** For --profile. */
  name: string;
  /** For the table. */
  label: string;
  /** The required ratio to the bare server; without one, there is no requirement. */
  ratio_min?: number;
  /** The same in the large shop, where it may be a little less. */
  large_ratio_min?: number;
  /** Every answer waits for the disk: measured beside what the database alone allows. */
  is_durable?: boolean;
  /** The required part of that. */
  floor_min?: number;
  /** A case that is measured in the same rounds, and the required part of its rate. */
  beside?: { name: string; min: number };
  /** The required ratio to the bare server where the database is PostgreSQL, on this machine. */
  postgres_ratio_min?: number;
  /** How many a second are required there. */
  postgres_per_second_min?: number;
  /** How many requests are measured as one. */
  requests_in_one?: number;
  /** Answers are longer than those of operations: the bare server's must be as long. */
  is_page?: boolean;
  requests(sample: Shop['sample'], api_key: string): Requests;
}

const BODIES = 5_000;

// Cases that add rows come last, so that the others run on the number of rows in the table.
export const CASES: Case[] = [
  {
    name: 'get-product',
    label: 'get-product',
    ratio_min: 0.75,
    large_ratio_min: 0.7,
    postgres_ratio_min: 0.55,
    requests: ({ product_ids }, api_key) => gets('/get-product?product_id=', product_ids, api_key),
  },
  {
    name: 'checkout-page',
    label: 'checkout page',
    ratio_min: 0.3,
    is_page: true,
    requests: ({ pages }, api_key) => gets(pages.checkout, [''], api_key),
  },
  {
    name: 'portal-page',
    label: 'portal, 50 purchases',
    ratio_min: 0.3,
    is_page: true,
    requests: ({ pages }, api_key) => gets(pages.portal, [''], api_key),
  },
  {
    name: 'search-newest',
    label: 'search-products, newest 20',
    ratio_min: 0.45,
    requests: (_, api_key) => gets('/search-products?limit=20', [''], api_key),
  },
  {
    name: 'search-word',
    label: 'search-products, a frequent word',
    requests: ({ frequent_queries }, api_key) =>
      gets('/search-products?limit=20&query=', frequent_queries, api_key),
  },
  {
    name: 'search-article',
    label: 'search-products, an article number',
    requests: ({ articles }, api_key) =>
      gets('/search-products?limit=20&query=', articles, api_key),
  },
  {
    name: 'search-rare',
    label: 'search-products, two rare words',
    requests: ({ rare_queries }, api_key) =>
      gets('/search-products?limit=20&query=', rare_queries, api_key),
  },
  {
    name: 'validate-license',
    label: 'validate-license',
    ratio_min: 0.8,
    large_ratio_min: 0.7,
    postgres_ratio_min: 0.55,
    requests: ({ license_keys }, api_key) => validations(license_keys, api_key),
  },
  {
    name: 'validate-license-unseen',
    label: 'validate-license, not seen for a day',
    requests: ({ unseen_license_keys }, api_key) => validations(unseen_license_keys, api_key),
  },
  {
    name: 'activate-license',
    label: 'activate-license',
    is_durable: true,
    requests: ({ license_keys }, api_key) => activations(license_keys, api_key),
  },
  {
    name: 'activate-license-crowded',
    label: 'activate-license with 5,000 machines',
    is_durable: true,
    requests: ({ crowded_license_key }, api_key) => activations([crowded_license_key], api_key),
  },
  {
    name: 'create-discount-code',
    label: 'create-discount-code',
    is_durable: true,
    requests: (_, api_key) => discountCodes(api_key),
  },
  {
    name: 'create-product',
    label: 'create-product',
    is_durable: true,
    requests: (_, api_key) => products(api_key),
  },
  {
    name: 'create-checkout',
    label: 'create-checkout',
    is_durable: true,
    floor_min: 0.8,
    requests: ({ product_ids }, api_key) => checkouts(product_ids, api_key, knownCustomer),
  },
  {
    name: 'create-checkout-new',
    label: 'create-checkout, new customer',
    is_durable: true,
    floor_min: 0.8,
    requests: ({ product_ids }, api_key) => checkouts(product_ids, api_key, newCustomer),
  },
  {
    name: 'purchase',
    label: 'purchase: create- and complete-checkout',
    is_durable: true,
    floor_min: 0.7,
    postgres_per_second_min: 500,
    requests_in_one: 2,
    requests: ({ product_ids }, api_key) => purchases(product_ids, api_key),
  },
  {
    name: 'purchase-guest',
    label: 'purchase by a guest, with an address',
    is_durable: true,
    beside: { name: 'purchase', min: 0.8 },
    requests_in_one: 2,
    requests: ({ product_ids }, api_key) => guests(product_ids, api_key),
  },
];

export function caseOf(name: string): Case {
  const found = CASES.find((one) => one.name === name);
  if (!found) throw new Error(`There is no case "${name}".`);
  return found;
}

function gets(target: string, values: string[], api_key: string): Requests {
  const random = randomNumbers(3);
  const encoded = values.map(encodeURIComponent);
  const rest = ` HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${api_key}\r\n\r\n`;
  return () => `GET ${target}${encoded[Math.floor(random() * encoded.length)]}${rest}`;
}

function validations(license_keys: string[], api_key: string): Requests {
  const random = randomNumbers(6);
  return () => {
    const license_key = license_keys[Math.floor(random() * license_keys.length)];
    return post('/validate-license', { license_key, fingerprint: FINGERPRINT }, api_key);
  };
}

let machines = 0;

function activations(license_keys: string[], api_key: string): Requests {
  return () => {
    const license_key = license_keys[machines++ % license_keys.length];
    const machine = { instance_name: 'Machine', fingerprint: `machine_${machines}` };
    return post('/activate-license', { license_key, ...machine }, api_key);
  };
}

function products(api_key: string): Requests {
  const texts = createTexts(4);
  const requests = Array.from({ length: BODIES }, () =>
    post('/create-product', { ...productOf(texts.next()), price: 19.99, currency: 'USD' }, api_key),
  );
  let at = 0;
  return () => requests[at++ % BODIES] ?? '';
}

const productOf = ({ name, description }: Text) => ({ name, description });

let codes = 0;

function discountCodes(api_key: string): Requests {
  const mark = '00000000';
  const request = post('/create-discount-code', { code: mark, discount_percentage: 20 }, api_key);
  const at = request.lastIndexOf(mark);
  const before = request.slice(0, at);
  const after = request.slice(at + mark.length);
  return () => before + (codes++).toString(36).toUpperCase().padStart(mark.length, '0') + after;
}

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
const CUSTOMERS = 1_000;
let customers = 0;
const knownCustomer = () => `known_${customers++ % CUSTOMERS}`;
const newCustomer = () => `new_${customers++}`;

function checkouts(product_ids: string[], api_key: string, customer: () => string): Requests {
  const random = randomNumbers(5);
  return () => {
    const product_id = product_ids[Math.floor(random() * product_ids.length)];
    return post('/create-checkout', { product_id, quantity: 1, customer_id: customer() }, api_key);
  };
}

function purchases(product_ids: string[], api_key: string): Requests {
  return Object.assign(checkouts(product_ids, api_key, knownCustomer), {
    follow: (answer: Buffer) => payment(answer, api_key),
  });
}

/** As on the payment page: somebody whom nobody knows says who they are. */
function guests(product_ids: string[], api_key: string): Requests {
  const random = randomNumbers(7);
  const next = () => {
    const product_id = product_ids[Math.floor(random() * product_ids.length)];
    return post('/create-checkout', { product_id, quantity: 1, guest: true }, api_key);
  };
  const address = { line1: '1 Main Street', city: 'Berlin', postal_code: '10115', country: 'DE' };
  return Object.assign(next, {
    follow(answer: Buffer) {
      const email = `${newCustomer()}@example.com`;
      return payment(answer, api_key, { billing: { email, name: 'Ada Lovelace', address } });
    },
  });
}

function payment(answer: Buffer, api_key: string, more: object = {}): string {
  // The bare server answers without a session: it gets a request of the same size.
  const none = `cs_${'0'.repeat(28)}`;
  const [checkout_session_id = none] = /cs_[0-9a-z]{28}/.exec(answer.toString('latin1')) ?? [];
  const paid = { checkout_session_id, payment_method: CARD, ...more };
  return post('/complete-checkout', paid, api_key);
}

function post(path: string, input: object, api_key: string): string {
  const body = JSON.stringify(input);
  return [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `x-api-key: ${api_key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
