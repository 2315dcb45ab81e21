import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Html } from '../src/platform/core/html.ts';
import {
  isPageLanguage,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '../src/platform/core/languages.ts';
import { SAMPLES } from '../test/harness/visits/page-words.ts';
import { catalogue } from './en/catalogue.ts';
import { type Words, wordsIn } from './words.ts';

// What letters say is tested beside the letters: gaps in texts, where pages have functions.
const { letters: _, ...english } = catalogue;
const LANGUAGES = Object.keys(PAGE_LANGUAGES).filter(isPageLanguage);
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100];

/** A message, and what it says, once for each count if it is given one. */
interface Message {
  path: string;
  said: { text: string; given: unknown[] }[];
}

function messagesOf(part: object, samples: object, path = ''): Message[] {
  return Object.entries(part).flatMap(([name, message]: [string, unknown]) => {
    const [own_path, own_samples] = [`${path}${name}`, fieldOf(samples, name) ?? {}];
    if (typeof message === 'string' || message instanceof Html)
      return [{ path: own_path, said: [{ text: textOf(message), given: [] }] }];
    if (typeof message !== 'function')
      return messagesOf(Object(message), Object(own_samples), `${own_path}.`);
    const said = variantsOf(own_samples).map((given) => {
      return { given, text: textOf(Reflect.apply(message, undefined, given)) };
    });
    return [{ path: own_path, said }];
  });
}

const textOf = (message: unknown): string =>
  message instanceof Html ? message.text.replace(/\n */g, ' ') : String(message);

const fieldOf = (whole: object, name: string): unknown =>
  Object.entries(whole).find(([key]) => key === name)?.[1];

function variantsOf(sample: unknown): unknown[][] {
  const given: unknown[] = Array.isArray(sample) ? sample : [];
  const withCount = (count: number) =>
    given.map((value) => {
      if (typeof value === 'number') return count;
      if (!isRecord(value)) return value;
      const counted = ([key, one]: [string, unknown]) => [
        key,
        typeof one === 'number' ? count : one,
      ];
      return Object.fromEntries(Object.entries(value).map(counted));
    });
  const all = partsOf(given);
  return all.some((value) => typeof value === 'number') ? COUNTS.map(withCount) : [given];
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Html);

/** What a message is given, with the fields of records. */
const partsOf = (given: unknown[]): unknown[] =>
  given.flatMap((value) => (isRecord(value) ? Object.values(value) : [value]));

/** What of it must be found in the text. */
const marksOf = (given: unknown[]): string[] =>
  partsOf(given).flatMap((value) => {
    if (typeof value === 'function') return marksOf([Reflect.apply(value, undefined, ['-'])]);
    if (value instanceof Html) return value.text.match(/⟦.*?⟧/g) ?? [];
    if (typeof value === 'string') return /[⟦«]/.test(value) ? [value] : [];
    // One and two may be words, such as the Arabic dual.
    return typeof value === 'number' && value > 2 ? [String(value)] : [];
  });

/** A text without what was put in and without markup: what the language itself says. */
const ownWords = (text: string): string =>
  text
    .replace(/<[^>]*>|&\w+;|⟦.*?⟧|«.*?»/g, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

/** What a language may leave out. The law wants nothing but its own words on this button. */
const UNSAID: Partial<Record<PageLanguage, string>> = { de: 'checkout.orderAndPay' };

const NAMES = new Set(['E mail', 'CVC', 'PDF', 'XML', 'EPS', 'iDEAL', 'PayPal', 'Ctrl C C']);
const SCRIPTS: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
};

const saidIn = (words: Words): Message[] => {
  const areas = Object.keys(english).map((area) => [area, fieldOf(words, area)]);
  return messagesOf(Object.fromEntries(areas), SAMPLES);
};

describe('the catalogues of the pages', async () => {
  const source = new Map(messagesOf(english, SAMPLES).map((message) => [message.path, message]));

  for (const language of LANGUAGES) {
    test(`${language} says everything that English says, with all that it is given`, async () => {
      const words = await wordsIn(language);
      assert.equal(words.language, language);
      const messages = saidIn(words);
      assert.deepEqual(messages.map(({ path }) => path).toSorted(), [...source.keys()].toSorted());
      for (const { path, said } of messages) {
        for (const { text, given } of said) {
          assert.equal(text, text.trim(), `${path} begins and ends with a letter`);
          assert.notEqual(text, '', path);
          assert.doesNotMatch(text, /undefined|NaN|\[object|[{}]| {2}/, path);
          if (UNSAID[language] === path) continue;
          for (const mark of marksOf(given)) assert.ok(text.includes(mark), `${path}: ${mark}`);
        }
      }
    });
  }

  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    test(`${language} is ${language}: no English text is left, and quotes are its own`, async () => {
      const script = SCRIPTS[language];
      for (const { path, said } of saidIn(await wordsIn(language))) {
        for (const [at, { text }] of said.entries()) {
          const own = ownWords(text);
          const in_english = ownWords(source.get(path)?.said[at]?.text ?? '');
          const is_sentence = in_english.includes(' ') && !NAMES.has(in_english);
          if (is_sentence) assert.notEqual(own, in_english, path);
          if (script && own !== '' && !NAMES.has(own)) assert.match(own, script, path);
          assert.doesNotMatch(text.replace(/<[^>]*>/g, ''), /['"]|\.\.\./, path);
        }
      }
    });
  }

  test('what runs the other way stands by itself in Arabic', async () => {
    for (const { path, said } of saidIn(await wordsIn('ar'))) {
      for (const { text } of said) {
        const bare = text.match(/(?<![\u2068"]|<bdi>)⟦.*?⟧/);
        assert.equal(bare, null, `${path}: ${text}`);
      }
    }
  });

  test('counts go with the form of the word that the language wants', async () => {
    const forms: [PageLanguage, string[]][] = [
      ['en', ['0 seconds', '1 second', '2 seconds', '3 seconds', '5 seconds', '11 seconds']],
      ['de', ['0 Sekunden', '1 Sekunde', '2 Sekunden', '3 Sekunden', '5 Sekunden', '11 Sekunden']],
      ['es', ['0 segundos', '1 segundo', '2 segundos', '3 segundos', '5 segundos', '11 segundos']],
      ['fr', ['0 seconde', '1 seconde', '2 secondes', '3 secondes', '5 secondes', '11 secondes']],
      ['it', ['0 secondi', '1 secondo', '2 secondi', '3 secondi', '5 secondi', '11 secondi']],
      ['pt', ['0 segundos', '1 segundo', '2 segundos', '3 segundos', '5 segundos', '11 segundos']],
      ['nl', ['0 seconden', '1 seconde', '2 seconden', '3 seconden', '5 seconden', '11 seconden']],
      ['sv', ['0 sekunder', '1 sekund', '2 sekunder', '3 sekunder', '5 sekunder', '11 sekunder']],
      ['pl', ['0 sekund', '1 sekundę', '2 sekundy', '3 sekundy', '5 sekund', '11 sekund']],
      ['ja', ['0秒', '1秒', '2秒', '3秒', '5秒', '11秒']],
      ['zh', ['0 秒', '1 秒', '2 秒', '3 秒', '5 秒', '11 秒']],
      ['ar', ['0 ثانية', 'ثانية واحدة', 'ثانيتين', '3 ثوانٍ', '5 ثوانٍ', '11 ثانية']],
    ];
    for (const [language, expected] of forms) {
      const { shared } = await wordsIn(language);
      assert.deepEqual(COUNTS.slice(0, expected.length).map(shared.seconds), expected);
    }
    const { shared: polish } = await wordsIn('pl');
    assert.deepEqual([21, 22, 100].map(polish.seconds), ['21 sekund', '22 sekundy', '100 sekund']);
    const { shared: arabic } = await wordsIn('ar');
    assert.deepEqual([21, 100, 103].map(arabic.seconds), ['21 ثانية', '100 ثانية', '103 ثوانٍ']);
  });

  test('French signs of two parts stand after a space that does not break', async () => {
    for (const { path, said } of saidIn(await wordsIn('fr'))) {
      for (const { text } of said) {
        const own = text.replace(/<[^>]*>|&[\w#]+;|«\w+»/g, '');
        assert.doesNotMatch(own, /[^\u00a0][:;!?»]|«[^\u00a0]/, path);
      }
    }
  });

  test('how often something is paid is said as the language says it', async () => {
    const expected: [PageLanguage, string[]][] = [
      ['en', ['a month', 'every 3 months', 'every 2 years']],
      ['de', ['pro Monat', 'alle 3 Monate', 'alle 2 Jahre']],
      ['es', ['al mes', 'cada 3 meses', 'cada 2 años']],
      ['fr', ['par mois', 'tous les 3 mois', 'tous les 2 ans']],
      ['it', ['al mese', 'ogni 3 mesi', 'ogni 2 anni']],
      ['pt', ['por mês', 'a cada 3 meses', 'a cada 2 anos']],
      ['nl', ['per maand', 'per 3 maanden', 'per 2 jaar']],
      ['sv', ['per månad', 'var 3:e månad', 'vart 2:a år']],
      ['pl', ['miesięcznie', 'co 3 miesiące', 'co 2 lata']],
      ['ja', ['毎月', '3か月ごと', '2年ごと']],
      ['zh', ['每月', '每 3 个月', '每 2 年']],
      ['ar', ['شهريًا', 'كل 3 أشهر', 'كل سنتين']],
    ];
    for (const [language, [month, three_months, two_years]] of expected) {
      const { every } = (await wordsIn(language)).shared;
      const said = [every('month', 1), every('month', 3), every('year', 2)];
      assert.deepEqual(said, [month, three_months, two_years]);
    }
  });
});
