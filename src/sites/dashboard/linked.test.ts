import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linked, shortened } from './linked.ts';

const link = (at: string, shown = at) =>
  `<a href="${at}" target="_blank"\nrel="noopener noreferrer">${shown}</a>`;

test('pages of Stripe’s dashboard that a sentence names are links, without the end of the sentence', () => {
  const account = 'https://dashboard.stripe.com/account';
  assert.equal(linked(`Set it at ${account}.`).text, `Set it at ${link(account)}.`);
  assert.equal(linked(`(${account}) now`).text, `(${link(account)}) now`);
  const form = 'https://dashboard.stripe.com/apikeys/create';
  assert.equal(linked(`${form}?name=Kassa`).text, link(`${form}?name=Kassa`, form));
  assert.equal(shortened(`Make one: ${form}?name=Kassa.`), `Make one: ${form}.`);
});

test('nothing else is: other addresses and HTML stay what they are', () => {
  for (const text of [
    'https://example.com/a',
    'https://dashboard.stripe.com.example.com/a',
    'no',
  ]) {
    assert.equal(linked(text).text, text);
  }
  assert.equal(linked('<b> "x"').text, '&lt;b&gt; &quot;x&quot;');
  assert.doesNotMatch(linked('https://dashboard.stripe.com/"onclick="x').text, /"onclick/);
});
