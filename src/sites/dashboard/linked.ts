import { type Html, html } from '../../platform/core/html.ts';
import { ofEachProvider } from '../../shop/money/payments/provider-facts.ts';

const DASHBOARDS = ofEachProvider(({ dashboard }) => dashboard);

/**
 * A sentence of a provider's, with the pages of its dashboard that it names as links. No other
 * address becomes one: such a sentence may repeat what somebody else has typed.
 */
export const linked = (text: string): Html =>
  html`${eachWord(
    text,
    ({ before, address, shown, after }) =>
      html`${before}<a href="${address}" target="_blank"
rel="noopener noreferrer">${shown}</a>${after}`,
  )}`;

/** The same as a text: what is asked for in an address is for the form there, not to be read. */
export const shortened = (text: string): string =>
  eachWord(text, ({ before, shown, after }) => before + shown + after).join('');

interface Named {
  before: string;
  address: string;
  shown: string;
  after: string;
}

const eachWord = <T>(text: string, show: (named: Named) => T): (T | string)[] =>
  text.split(' ').flatMap((word, at) => {
    const named = namedIn(word);
    return [at > 0 ? ' ' : '', named ? show(named) : word];
  });

function namedIn(word: string): Named | undefined {
  const begins = DASHBOARDS.map((start) => word.indexOf(start)).find((at) => at !== -1);
  if (begins === undefined) return undefined;
  const ends = /[.,;:!?)]$/.test(word) ? word.length - 1 : word.length;
  const address = word.slice(begins, ends);
  const [shown = ''] = address.split('?');
  return { before: word.slice(0, begins), address, shown, after: word.slice(ends) };
}
