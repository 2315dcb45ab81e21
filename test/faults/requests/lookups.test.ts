import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../../src/platform/core/errors.ts';
import { exampleInput, requiredParameters } from '../../../src/platform/operation/examples.ts';
import type { Operation } from '../../../src/platform/operation/operation.ts';
import { operations as groups } from '../../../src/sites/api/operations.ts';
import type { Answer } from '../../harness/answer.ts';
import { cards } from '../../harness/cast.ts';
import { IN_CAMPAIGN } from '../../harness/seed.ts';
import { startShop } from '../../harness/shop.ts';

// What is asked of every operation, read from their declarations: a new one is asked it too.

const operations = Object.values(groups).flat();
const call = (operation: Operation, input: object, options = {}): Promise<Answer> =>
  shop.call(`${operation.method} ${operation.path}`, input, options);

const shop = await startShop();

/** Text that is nobody's name. */
const NOBODY = [
  ...['', ' ', '0', '-1', 'null', 'undefined', '%', '../..', "' OR 1=1 --", '{6F96}', 'a b', 'a+b'],
  ...['prod_', 'prod_1tq3v9w0e00h4rk6m2x8pz7ycn5', 'cs_1', 'evt_zzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
  ...['a\nb', '\u0007', '\u007f', '\u00a0', 'ä', 'ß', '用户', '😀', '\ufeff', '\u202eabc', '‮'],
  ...['x'.repeat(101), 'x'.repeat(256), '😀'.repeat(1_000), `KASSA-${'0'.repeat(5_000)}`],
];

let turn = 0;
/** In a campaign all of them; otherwise a third, each time the next. */
function nobodies(): string[] {
  turn += 1;
  return NOBODY.filter((_, at) => IN_CAMPAIGN || (at + turn) % 3 === 0);
}

/** Parameters that call a thing by its name. */
const names = (operation: Operation): string[] =>
  Object.keys(operation.input.properties).filter((name) =>
    /^(\w+_id|code|coupon_code|license_key|email)$/.test(name),
  );

/** What is looked for under a name: the word in its `…_not_found`. */
const KINDS: Record<string, string> = {
  checkout_session_id: 'checkout',
  discount_id: 'discount_code',
  code: 'discount_code',
  key_id: 'api_key',
  email: 'customer',
  license_key: 'license',
  plan_id: 'plan',
};
const notFound = (name: string): string => `${KINDS[name] ?? name.replace(/_id$/, '')}_not_found`;

const isList = ({ output }: Operation): boolean =>
  'properties' in output && 'has_more' in (output.properties as object);
const isSubject = (operation: Operation, name: string): boolean =>
  (operation.errors as readonly string[]).includes(notFound(name));

/** The names that are given to what may be new, or are looked at by nothing else. */
const GIVEN = new Set([
  ...['/create-customer customer_id', '/create-customer email', '/update-customer email'],
  ...['/create-checkout customer_id', '/create-checkout request_id'],
  ...['/create-customer-billing customer_id', '/create-customer-billing email'],
  ...['/create-customer-billing tax_id', '/correct-invoice tax_id', '/update-tax-settings email'],
  ...['/create-discount-code code', '/invite-member email'],
]);
/** Those about which "no" is an answer. */
const ANSWERED = new Set([
  '/validate-license instance_id',
  ...['/find-page customer_id', '/find-page product_id'],
]);

const each = (use: (operation: Operation, name: string) => boolean) =>
  operations.flatMap((operation) =>
    names(operation)
      .filter((name) => !GIVEN.has(`${operation.path} ${name}`) && use(operation, name))
      .map((name) => ({ operation, name, title: `${operation.path} ${name}` })),
  );

test('404: what an operation is about is not found, whatever the text looks like; nothing is stored', async () => {
  const stored = await shop.everything();
  const subjects = each((operation, name) => !isList(operation) && isSubject(operation, name));
  assert.ok(subjects.length >= 20, `${subjects.length} are looked up`);
  for (const { operation, name, title } of subjects) {
    for (const nobody of nobodies()) {
      const { [name]: _, ...others } = exampleInput(operation);
      const answer = await call(operation, { ...others, [name]: nobody }, { in_body: true });
      const said = `${title} ${JSON.stringify(nobody.slice(0, 40))} ${answer.text}`;
      assert.equal(answer.status, 404, said);
      assert.match(answer.body.error.code, /_not_found$|^license_key_mistyped$/, said);
    }
  }
  assert.equal(await shop.everything(), stored);
});

test('404: the same in the query string', async () => {
  for (const { operation, name, title } of each(isSubject)) {
    if (operation.method === 'POST' || isList(operation)) continue;
    for (const nobody of nobodies()) {
      if (nobody.length > 2_000) continue;
      const answer = await call(operation, { [name]: nobody });
      assert.equal(answer.status, 404, `${title} ${JSON.stringify(nobody)} ${answer.text}`);
    }
  }
});

test('200: a list of what is nobody is empty, by each filter and by two of them', async () => {
  await buySomething();
  const filters = each((operation) => isList(operation));
  assert.ok(filters.length >= 10, `${filters.length} filters`);
  for (const { operation, name, title } of filters) {
    const another = names(operation).find((other) => other !== name);
    for (const nobody of nobodies()) {
      const two = another === 'customer_id' ? [{ customer_id: 'ada' }] : [];
      for (const more of [{}, ...two]) {
        const input = { ...exampleInput(operation), ...more, [name]: nobody };
        const answer = await call(operation, input, { in_body: true });
        assert.equal(answer.status, 200, `${title} ${answer.text}`);
        assert.deepEqual(answer.body.data, [], `${title} ${JSON.stringify(input)}`);
      }
    }
  }
});

test('400: what an operation only refers to is named when there is no such thing', async () => {
  const { product_id, subscription_id, event_id } = await buySomething();
  const link = await shop.call('POST /create-payment-link', { product_id });
  const { payment_link_id } = link.body;
  const known: Record<string, unknown> = { product_id, subscription_id, event_id, payment_link_id };
  const referred = each(
    (operation, name) =>
      !(isList(operation) || isSubject(operation, name)) &&
      !ANSWERED.has(`${operation.path} ${name}`),
  );
  assert.ok(
    referred.length >= 6,
    'what is neither a subject nor in the lists above is a reference',
  );
  for (const { operation, name, title } of referred) {
    const example = exampleInput(operation);
    const real = Object.keys(operation.input.properties).filter((one) => one in known);
    const input = { ...example, ...Object.fromEntries(real.map((one) => [one, known[one]])) };
    const stored = await shop.everything();
    for (const nobody of nobodies()) {
      const answer = await call(operation, { ...input, [name]: nobody });
      assert.equal(answer.status, 400, `${title} ${JSON.stringify(nobody)} ${answer.text}`);
      assert.equal(answer.body.error.details[0]?.param, name, `${title} ${answer.text}`);
    }
    assert.equal(await shop.everything(), stored, title);
  }
});

test('400: what must be sent is named when it is missing, null, or of another type', async () => {
  const stored = await shop.everything();
  for (const operation of operations) {
    for (const name of requiredParameters(operation)) {
      const { [name]: _, ...others } = exampleInput(operation);
      const { type } = operation.input.properties[name] as { type?: string };
      const wrong = type === 'string' ? [1, true, ['a'], [], {}] : type ? ['text', [[]]] : [[[]]];
      for (const value of [undefined, null, ...wrong]) {
        const answer = await call(operation, { ...others, [name]: value }, { in_body: true });
        const said = `${operation.path} ${name} ${JSON.stringify(value)} ${answer.text}`;
        assert.equal(`${answer.status} ${answer.body.error?.code}`, '400 invalid_parameters', said);
        const params = answer.body.error.details.map(({ param }: { param: string }) => param);
        assert.ok(params.includes(name), said);
        if (value === undefined || value === null) {
          assert.equal(answer.body.error.details[0].code, 'missing', said);
        }
      }
    }
  }
  assert.equal(await shop.everything(), stored);
});

test('every error with status 404 that an operation declares is about a parameter it has', () => {
  for (const operation of operations) {
    const wanted = operation.errors.filter((code) => ERRORS[code][0] === 404);
    const found = names(operation).map(notFound);
    for (const code of wanted) {
      // A store has one provider, which needs no name.
      if (code === 'license_key_mistyped' || code === 'provider_not_found') continue;
      assert.ok(found.includes(code), `${operation.path} ${code}`);
    }
  }
});

let bought: { product_id: string; subscription_id: string; event_id: string } | undefined;

/** A plan that ada subscribed to, and something she bought besides. */
async function buySomething() {
  if (bought) return bought;
  const must = async (operation: string, input: object) => {
    const answer = await shop.call(operation, input);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR', license: {} };
  const payment_method = cards.pays;
  const buy = async (more: object) => {
    const { product_id } = await must('POST /create-product', { ...product, ...more });
    const input = { product_id, quantity: 1, customer_id: 'ada' };
    const { checkout_session_id } = await must('POST /create-checkout', input);
    return must('POST /complete-checkout', { checkout_session_id, payment_method });
  };
  await must('POST /create-webhook', { url: 'https://example.com/hook' });
  await buy({});
  const { product_id, subscription_id } = await buy({ billing_type: 'recurring' });
  const { data } = await must('GET /list-events', { limit: 1 });
  bought = { product_id, subscription_id, event_id: data[0].event_id };
  return bought;
}
