import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectWithSdk } from './packed.ts';

// A strict consumer of the packed SDK: what compiles, and what must not.

const ROOT = join(import.meta.dirname, '../..');

const CONSUMER = `
import { type CheckoutSession, type Event, Kassa, KassaError, type OperationErrors, type Product, verifyWebhook } from 'kassa-sdk';
import { type CertificateCheck, checkCertificate, Licenses } from 'kassa-sdk/license';

const kassa = new Kassa({ api_key: 'kassa_test_1', base_url: 'https://shop.example.com', retries: 1 });

export async function sell(email: string | null): Promise<string> {
  const product: Product = await kassa.createProduct({ name: 'A', description: '', price: 1, currency: 'EUR' });
  const billing: 'one_time' | 'recurring' = product.billing_type;
  const session: CheckoutSession = await kassa.createCheckout({ product_id: product.product_id, quantity: 1, ...(email ? { customer_email: email } : { guest: true }) });
  for await (const one of kassa.searchProducts({ limit: 10 })) one.name satisfies string;
  (await kassa.listEvents()).data satisfies Event[];
  await kassa.getStore();
  return billing + session.checkout_url;
}

export async function wrong(): Promise<void> {
  // @ts-expect-error description and currency are missing
  await kassa.createProduct({ name: 'A', price: 1 });
  // @ts-expect-error there is no such parameter
  await kassa.getProduct({ product_id: 'prod_1', prodct: 1 });
  // @ts-expect-error a number is not text
  await kassa.getProduct({ product_id: 1 });
  // @ts-expect-error one of customer_id and email is needed, so there must be an input
  await kassa.getCustomer();
  // @ts-expect-error one of customer_id and email is needed
  await kassa.getCustomer({});
  // @ts-expect-error null is as good as nothing
  await kassa.getCustomer({ email: null });
  await kassa.getCustomer({ email: 'a@example.com', customer_id: null });
  // @ts-expect-error somebody must be named, or be a guest
  await kassa.createCheckout({ product_id: '', quantity: 1 });
  // @ts-expect-error a percentage or an amount, not both
  await kassa.createDiscountCode({ code: 'A', discount_percentage: 10, discount_amount: 5, currency: 'EUR' });
  await kassa.createDiscountCode({ code: 'A', discount_percentage: null, discount_amount: 5, currency: 'EUR' });
  // @ts-expect-error to or by
  await kassa.advanceClock({ to: '2030-01-01', by: 'P1D' });
  // @ts-expect-error there is no such parameter beside them
  await kassa.getCustomer({ email: 'a@example.com', mail: 'x' });
  // @ts-expect-error there is no such operation
  await kassa.createProdukt({});
  // @ts-expect-error a product is no list
  for await (const one of kassa.getProduct({ product_id: '' })) one;
  // @ts-expect-error a key is needed
  new Kassa({ base_url: 'https://shop.example.com' });
}

export function explain(error: unknown): string {
  if (!(error instanceof KassaError)) return 'unknown';
  // @ts-expect-error there is no such code
  if (error.code === 'payment_decline') return '';
  switch (error.code) {
    case 'payment_declined': return error.code satisfies 'payment_declined';
    case 'timed_out': return error.message;
    default: return error.details.map(({ param }) => param).join() + error.request_id + error.status;
  }
}

export const refusals: OperationErrors['createCheckout'][] = ['product_unavailable', 'coupon_expired'];

export async function receive(body: string, headers: Record<string, string>): Promise<string> {
  const event = await verifyWebhook(body, headers, 'whsec_1');
  if (event.type === 'checkout.completed') return event.data.checkout_session_id;
  if (event.type === 'license.created') return event.data.license_key;
  // @ts-expect-error there is no such type
  if (event.type === 'licence.created') return '';
  return event.event_id;
}

export async function licensed(certificate: string): Promise<CertificateCheck> {
  const licenses = new Licenses({ api_key: 'kassa_test_1', base_url: 'https://shop.example.com' });
  const { license } = await licenses.validate({ license_key: 'KASSA-1', certificate: true });
  const keys = await licenses.signingKeys();
  // @ts-expect-error a certificate is for one machine: which?
  await checkCertificate(certificate, { keys, product_id: license.product_id });
  return checkCertificate(certificate, { keys, product_id: license.product_id, fingerprint: '9f2c61d0' });
}
`;

const WITH_DOM = `
import { Kassa } from 'kassa-sdk';
export const own = new Kassa({ api_key: 'k', base_url: 'https://a', fetch: (url, init) => fetch(url, init) });
export const same = new Kassa({ api_key: 'k', base_url: 'https://a', fetch });
export const store = own.getStore({}, { signal: new AbortController().signal, timeout_ms: 1000, idempotency_key: 'a' });
`;

const CHECKS = {
  'bundler, in a browser': {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom'],
  },
  'nodenext, on Node': {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['esnext'],
    types: ['node'],
  },
  'nodenext, with no types of a runtime': {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['es2022'],
  },
};

for (const [name, options] of Object.entries(CHECKS)) {
  test(`types are right for a strict consumer: ${name}`, async () => {
    const folder = join(await projectWithSdk(), name.replace(/\W+/g, '-'));
    mkdirSync(folder);
    // As an ES module and as CommonJS, which have declarations of their own.
    for (const extension of ['mts', 'cts'])
      writeFileSync(join(folder, `use.${extension}`), CONSUMER);
    const has_runtime = name !== 'nodenext, with no types of a runtime';
    if (has_runtime) writeFileSync(join(folder, 'runtime.mts'), WITH_DOM);
    const compilerOptions = {
      ...{ types: [], target: 'es2022', ...options },
      ...{ strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
      ...{ noUncheckedIndexedAccess: true, typeRoots: [join(ROOT, 'node_modules/@types')] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder];
    const { status, stdout } = spawnSync(process.execPath, tsc, { encoding: 'utf8' });
    assert.equal(`${status} ${stdout}`, '0 ');
  });
}
