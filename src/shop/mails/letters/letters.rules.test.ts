import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Words, wordsIn } from '../../../../texts/words.ts';
import { LANGUAGES, type Language } from '../../../platform/core/languages.ts';
import { type LetterKind, writeLetter } from './letters.rules.ts';
import { SAMPLES } from './samples.rules.ts';

const brand = { store_name: 'Analytical Engines', is_test: false, can_reply: true };
const own = { subject: undefined, greeting: undefined };
const KINDS = Object.keys(SAMPLES).filter((name): name is LetterKind => name in SAMPLES);

const ALL = await Promise.all(LANGUAGES.map((language) => wordsIn(language)));
const textsIn = (language: Language): Words['letters'] => sayingIn(language).letters;

function sayingIn(language: Language): Words {
  const words = ALL.find((one) => one.language === language);
  assert.ok(words);
  return words;
}

const write = (
  kind: LetterKind,
  changed: object = {},
  { language = 'en', ...more }: { language?: Language; [name: string]: unknown } = {},
) =>
  writeLetter({
    ...{ kind, words: sayingIn(language), brand, own },
    data: { ...SAMPLES[kind], customer_name: 'Ada Lovelace', ...changed },
    ...more,
  });

/** Every text of a language, by its name: `purchase.subject`. */
const flat = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[path + name, text]] : flat(text, `${path}${name}.`),
  );

const gaps = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

test('every text has the same gaps in every language, and is translated', () => {
  const english = new Map(flat(textsIn('en')));
  for (const language of LANGUAGES) {
    for (const [name, text] of flat(textsIn(language))) {
      assert.deepEqual(gaps(text), gaps(english.get(name) ?? ''), `${language} ${name}`);
      const is_sentence = text.split(' ').length > 3;
      if (language !== 'en' && is_sentence) assert.notEqual(text, english.get(name), name);
    }
  }
});

test('every kind in every language: no gap is left, and HTML and text have the same links', () => {
  for (const language of LANGUAGES) {
    for (const kind of KINDS) {
      const { subject, html, text } = write(kind, {}, { language });
      const what = `${language} ${kind}`;
      assert.match(
        html,
        new RegExp(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`),
      );
      assert.doesNotMatch(
        subject + html.replace(/<style>[\s\S]*<\/style>/, '') + text,
        /[{}]|undefined|\bnull\b|NaN/,
        what,
      );
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
      assert.ok(kind === 'test' || links.length > 0, what);
      for (const url of links) assert.ok(text.includes(url ?? '?'), `${what} ${url}`);
      assert.ok(text.includes('Ada Lovelace') && html.includes('Ada Lovelace'), what);
      assert.ok(text.includes(brand.store_name) && html.includes(brand.store_name), what);
      assert.ok(Buffer.byteLength(html) < 20_000, `${what}: mail programs cut long mails`);
    }
  }
});

test('a discount says how much, for how long and what is paid next, in every language', () => {
  const discount = {
    ...{ percentage: 12.5, amount: null, lasts: 'repeating', ends_at: '2027-03-14T09:00:00.000Z' },
    next_payment: { at: '2026-12-14T09:00:00.000Z', amount: 17.5 },
  };
  const english = write('plan_changed', { discount });
  assert.equal(english.subject, 'Your discount on Photo editor Pro');
  assert.match(english.text, /You now get 12\.5% off your subscription to Photo editor Pro\./);
  assert.match(english.text, /your payments before 14 March 2027, beginning with the next one\./);
  assert.match(english.text, /Next payment: €17\.50 on 14 December 2026/);
  assert.doesNotMatch(english.text, /changed|Plan/);
  const of = (more: object) => write('plan_changed', { discount: { ...discount, ...more } }).text;
  const amount = { percentage: null, amount: 5 };
  assert.match(of({ ...amount, lasts: 'once' }), /€5\.00 off .*to no later one\./s);
  assert.match(of({ lasts: 'forever', ends_at: null }), /as long as you stay subscribed\./);
  assert.doesNotMatch(of({ next_payment: null }), /Next payment:/);
  for (const language of LANGUAGES) {
    for (const lasts of ['once', 'repeating', 'forever']) {
      const { subject, text } = write(
        'plan_changed',
        { discount: { ...discount, lasts } },
        { language },
      );
      assert.doesNotMatch(subject + text, /[{}]|undefined|\bnull\b|NaN/, `${language} ${lasts}`);
    }
  }
});

test('nothing is loaded from elsewhere, and nothing runs', () => {
  for (const kind of KINDS) {
    const { html } = write(kind);
    assert.doesNotMatch(
      html,
      /<(?:img|script|link|iframe|object|form|video)\b|url\(|@import|src=/i,
    );
  }
});

test('amounts and dates are written as the language writes them', () => {
  assert.match(write('renewal_coming').text, /30 November 2026 for €119\.00/);
  const german = write('renewal_coming', {}, { language: 'de' });
  assert.equal(german.subject, 'Photo editor Pro verlängert sich am 30. November 2026');
  assert.match(german.text, /für 119,00\s€/);
  const yen = write('purchase', { currency: 'JPY', total: 1500, tax: 0, next_payment: null });
  assert.match(yen.text, /Paid: ¥1,500\n/);
});

test('a purchase has its license key, invoice, next payment and next steps', () => {
  const { text } = write('purchase');
  for (const said of [
    'KASSA-7QK2M-4X9TB-H3WDN-8RFVC-2YGJP',
    'https://shop.example/invoice/sample',
    'renews on 16 November 2027 for €119.00',
    'Tax included: €19.00',
    'Paid with: Visa ending in 4242',
    'Next steps',
  ]) {
    assert.ok(text.includes(said), said);
  }
  const trial = write('purchase', {
    has_trial: true,
    total: 0,
    tax: 0,
    license_keys: [],
    invoice_url: null,
  });
  assert.match(trial.text, /free trial lasts until 16 November 2027\. €119\.00 will be charged/);
  assert.doesNotMatch(trial.text, /license key in the application|invoice for your/);
});

test('a failed payment says when it is tried again, or until when it can be paid', () => {
  const again = write('payment_failed').text;
  assert.match(again, /try again on 19 November 2026/);
  const last = write('payment_failed', { next_try_at: null, last_day: '2026-12-01T00:00:00.000Z' });
  assert.match(last.text, /Please pay by 1 December 2026/);
  assert.match(last.text, /https:\/\/shop\.example\/pay\/sample/);
});

test('a cancellation says what remains', () => {
  const scheduled = write('canceled').text;
  assert.match(scheduled, /ends on 16 November 2027\. You can use it until then/);
  assert.match(scheduled, /credit of €12\.50 remains/);
  const ended = write('canceled', { how: 'ended', credit: 0 }).text;
  assert.match(ended, /ended on 16 November 2027\./);
  assert.doesNotMatch(ended, /credit|changed your mind/);
  assert.match(write('canceled', { how: 'unpaid' }).text, /could not be paid/);
});

test("the seller's own words replace subject and greeting, and are only text", () => {
  const mine = { subject: 'It is <b>here</b>', greeting: 'Ahoy <i>Ada</i>!' };
  const { subject, html, text } = write('purchase', {}, { own: mine });
  assert.equal(subject, mine.subject);
  assert.ok(text.startsWith('Ahoy <i>Ada</i>!\n'));
  assert.ok(html.includes('Ahoy &lt;i&gt;Ada&lt;/i&gt;!') && !html.includes('<b>'));
});

test('names cannot add headers, markup, lines or another direction, and are cut when very long', () => {
  const hostile = [
    'x\r\nBcc: everybody@example.com',
    '<script>alert(1)</script>"\'&',
    'x'.repeat(5_000),
    '\u202egnp.exe',
    'a\u2028b\u0007c',
    '{store}{name}',
    '$& $1 $`',
  ];
  for (const name of hostile) {
    for (const kind of KINDS) {
      const mail = write(
        kind,
        { customer_name: name, product_name: name, card: { brand: name, last4: name } },
        { brand: { ...brand, store_name: name } },
      );
      assert.doesNotMatch(mail.subject, /[\p{Cc}\u2028\u202e]/u, kind);
      assert.ok([...mail.subject].length < 500, kind);
      assert.doesNotMatch(mail.html, /<script|\r|\u2028|\u202e/, kind);
      assert.doesNotMatch(mail.text, /^Bcc|\r|\u2028|\u202e/m, kind);
      assert.ok(mail.html.length < 30_000, kind);
    }
  }
  assert.match(
    write('purchase', { product_name: '$& {store}' }).subject,
    /^Your purchase: \$& \{store\}$/,
  );
});

test('a name that is written from right to left does not turn the sentence around', () => {
  const { subject, text } = write('renewal_coming', { product_name: 'עורך תמונות' });
  assert.equal(subject, '\u2068עורך תמונות\u2069 renews on 30 November 2026');
  assert.match(text, /to \u2068עורך תמונות\u2069 renews/);
});

test('Arabic runs from right to left, and amounts, names and numbers in it stand by themselves', () => {
  const { subject, html, text } = write('renewal_coming', {}, { language: 'ar' });
  assert.equal(subject, 'يتجدد \u2068Photo editor Pro\u2069 في \u206830 نوفمبر 2026\u2069');
  assert.match(text, /مقابل \u2068119\.00\s€\u2069\./);
  assert.doesNotMatch(html + text, /[\u200e\u200f]/);
  const receipt = write('purchase', {}, { language: 'ar' }).html;
  assert.match(receipt, /<th scope="row" align="right"/);
  assert.match(
    receipt,
    /<td align="left" valign="top" dir="auto"[^>]*text-align:left[^>]*>\n\u2068119\.00\s€\u2069</,
  );
  assert.match(receipt, /<p class="key" dir="ltr"/);
  assert.match(receipt, /بطاقة Visa المنتهية بالأرقام 4242\u2069</);
});

test('Japanese, Chinese and Swedish write dates and amounts as their readers do', () => {
  const subjects = (['ja', 'zh', 'sv'] as const).map(
    (language) => write('renewal_coming', {}, { language }).subject,
  );
  assert.deepEqual(subjects, [
    'Photo editor Pro は2026年11月30日に更新されます',
    'Photo editor Pro 将于 2026年11月30日 续订',
    'Photo editor Pro förnyas den 30 november 2026',
  ]);
  assert.match(write('renewal_coming', {}, { language: 'sv' }).text, /för 119,00\s€/);
});

test('a mail of a test shop says so', () => {
  const { text, html } = write('purchase', {}, { brand: { ...brand, is_test: true } });
  assert.match(text, /test shop/);
  assert.match(html, /test shop/);
  assert.doesNotMatch(write('purchase').text, /test shop/);
});
