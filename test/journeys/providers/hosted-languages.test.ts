import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../../src/platform/core/languages.ts';
import { buyer, stripeSession } from '../../harness/sales/hosted-counter.ts';
import { openSubscriptions } from '../../harness/sales/stripe-subscriber.ts';

// Each page of Stripe's is in the language of the page of ours that leads there.

const shop = await openSubscriptions();
const { control, store, openSession, post } = shop;
const LOST = '4000000000009987';
const COOKIE = '__Host-kassa-language';

/** The language of the page of Stripe to which this form leads. */
async function localeAfter(path: string, form: object, headers: object): Promise<string | null> {
  const answer = await post(path, form, headers);
  assert.equal(answer.status, 303, answer.text);
  const id = stripeSession(String(answer.headers.location));
  return ((await control.object({ id })) as { locale: string | null }).locale;
}

const wishing = (language: string) => ({ 'accept-language': `${language};q=0.9` });

test('whatever language a buyer reads, Stripe speaks it too, or the language of the browser', async () => {
  for (const language of LANGUAGES) {
    const { path } = await openSession();
    const locale = await localeAfter(`${path}/pay`, buyer(), wishing(language));
    assert.equal(locale, language === 'ar' ? 'auto' : language);
  }
  const { path } = await openSession();
  assert.equal(await localeAfter(`${path}/pay`, buyer(), wishing('da-DK')), 'auto');
});

test('the language that was chosen on the page counts, also when Stripe is asked again by a job', async () => {
  const chosen = { ...wishing('de'), cookie: `${COOKIE}=fr` };
  const { path } = await openSession();
  assert.equal(await localeAfter(`${path}/pay`, buyer(), chosen), 'fr');
  const late = await openSession();
  await control.fault({ call: 'POST /v1/checkout/sessions', kind: 'rate_limit', times: 4 });
  await post(`${late.path}/pay`, buyer(), chosen);
  await shop.pass(2);
  assert.equal(await localeAfter(`${late.path}/pay`, buyer(), wishing('de')), 'fr');
});

test('a new card and a bill that is past due: the same, and else the language of the customer', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  await store.must('POST /update-customer', { customer_id, language: 'pl' });
  const portal = await shop.portalOf(customer_id);
  assert.equal(await localeAfter(`${portal}/card`, {}, wishing('sv')), 'sv');
  const { url } = await store.must('POST /create-card-update', { customer_id });
  assert.equal(await localeAfter(new URL(url).pathname, {}, {}), 'pl');
  await shop.spoil(customer_id, LOST);
  await shop.passDays(31);
  const { payment_url } = await store.get(subscription_id);
  const { pathname } = new URL(payment_url);
  assert.equal(await localeAfter(pathname, { attempt: 'a' }, wishing('ja')), 'ja');
});
