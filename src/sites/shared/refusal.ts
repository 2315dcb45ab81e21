import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';

/** Why something was not done: in a word or two for the title, and in a sentence. */
export interface RefusalText {
  title: string;
  text?: Html | string | undefined;
  /** What to mend, with the fields where that is done. */
  mistakes?: readonly { field: string; message: string }[];
}

/** The first thing after a refusal: seen, read out, and where the keyboard is. */
export const refusalBox = ({ title, text, mistakes = [] }: RefusalText): Html =>
  html`<div class="refusal" role="alert" tabindex="-1" autofocus>
  <p><strong>${title}</strong></p>
  ${text && html`<p>${text}</p>`}
  ${
    mistakes.length > 0 &&
    html`<ul>${mistakes.map(
      ({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`,
    )}</ul>`
  }
</div>`;

/** A title that begins with the refusal, if there is one. */
export const refusedTitle = (refusal: RefusalText | undefined, title: string): string =>
  refusal === undefined ? title : `${refusal.title} · ${title}`;

/** All mistakes in a form, with the way to each field; undefined if there are none. */
export function mistakesIn(
  { shared }: Pick<Words, 'shared'>,
  problems: Record<string, string | undefined>,
): RefusalText | undefined {
  const mistakes = Object.entries(problems).flatMap(([field, message]) =>
    message === undefined ? [] : { field, message },
  );
  return mistakes.length === 0 ? undefined : { title: shared.checkDetails, mistakes };
}

/** For somebody who has tried too often, in the portal. */
export const tooManyTries = (words: Words, wait_seconds: number): RefusalText => ({
  title: words.portal.tooManyTries,
  text: words.notices.tryLater(words.shared.seconds(wait_seconds)),
});

/** For somebody who has tried too many cards or codes, at the checkout. */
export const waitText = ({ checkout, shared }: Words, wait_seconds: number): RefusalText => ({
  title: checkout.tooManyTries,
  text: `${checkout.waitThenTry(shared.seconds(wait_seconds))} ${checkout.nothingCharged}`,
});
