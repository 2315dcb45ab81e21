import { normalForm } from '../../platform/core/normal-form.ts';
import { TEST_CARDS } from '../../shop/money/payments/test-card.rules.ts';

/** Where the customers of the demo live, in which language they read, and what they are called. */
const COUNTRIES = [
  { country: 'DE', language: 'de', share: 26, names: ['Lena Fischer', 'Jonas Weber', 'Mia Wolf'] },
  { country: 'US', language: 'en', share: 22, names: ['Grace Miller', 'Sam Carter', 'Ruth Hall'] },
  { country: 'GB', language: 'en', share: 10, names: ['Ada Bennett', 'Oliver Shaw', 'Isla Reid'] },
  { country: 'FR', language: 'fr', share: 9, names: ['Camille Roux', 'Hugo Martin', 'Léa Petit'] },
  { country: 'NL', language: 'nl', share: 7, names: ['Daan de Vries', 'Sanne Bakker'] },
  { country: 'ES', language: 'es', share: 6, names: ['Lucía Ortega', 'Pablo Navarro'] },
  { country: 'IT', language: 'it', share: 5, names: ['Giulia Conti', 'Marco Ricci'] },
  { country: 'PL', language: 'pl', share: 4, names: ['Zofia Nowak', 'Jakub Kowalski'] },
  { country: 'SE', language: 'sv', share: 4, names: ['Elsa Lindqvist', 'Nils Berg'] },
  { country: 'PT', language: 'pt', share: 3, names: ['Inês Carvalho', 'Tiago Lopes'] },
  { country: 'JP', language: 'ja', share: 3, names: ['Kenji Sato', 'Yui Tanaka'] },
  { country: 'CA', language: 'en', share: 3, names: ['Noah Tremblay', 'Emma Clarke'] },
] as const;

export type Random = () => number;

/** Numbers from 0 to 1 that look random, and are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of them, each as often as its share says. */
export function pick<T extends { share: number }>(random: Random, list: readonly T[]): T {
  let left = random() * list.reduce((sum, { share }) => sum + share, 0);
  for (const one of list) {
    left -= one.share;
    if (left < 0) return one;
  }
  throw new Error('there is nothing to pick from');
}

/** Somebody who comes to the shop, the nth of all. */
export function newcomer(random: Random, at: number) {
  const { country, language, names } = pick(random, COUNTRIES);
  const name = names[Math.floor(random() * names.length)] ?? names[0];
  const [first = ''] = name.split(' ');
  const mailbox = (normalForm(first, 'NFD', 40) ?? first).replace(/[^a-z]/gi, '').toLowerCase();
  const customer_id = `user_${1000 + at}`;
  return { customer_id, country, language, name, email: `${mailbox}.${1000 + at}@example.com` };
}

/** A card that pays, of the country if there is one. */
export function cardOf(country: string) {
  const own = Object.entries(TEST_CARDS).find(
    ([, card]) => card.country === country && card.behavior === 'pays',
  );
  return card(own?.[0] ?? '4242424242424242');
}

export const card = (number: string) => ({ number, exp_month: 8, exp_year: 2099, cvc: '123' });
