import assert from 'node:assert/strict';
import type { Answer } from '../answer.ts';
import type { signedIn } from './dashboard.ts';
import { readable } from './visiting.ts';

type Person = Awaited<ReturnType<typeof signedIn>>;

/** What a page of the dashboard says, without its menu. */
export const wordsOn = (text: string): string =>
  readable(text.slice(text.indexOf('<main')))
    .replaceAll(/ ([.,;:)])/g, '$1')
    .replaceAll('( ', '(');

/** All hidden fields of a page of the dashboard. */
const hiddenIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([\w.]+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Has a form shown with what it will do, and returns what that page says, and how to do it. */
export async function ask(person: Person, path: string, form?: object) {
  const answer = form === undefined ? await person.get(path) : await person.post(path, form);
  assert.equal(answer.status, 200, readable(answer.text));
  const has_button = /<button[^>]* name="confirmed"\s+value="yes"/.test(answer.text);
  assert.ok(has_button, `it says what it would do: ${readable(answer.text)}`);
  const hidden = { ...form, ...hiddenIn(answer.text), confirmed: 'yes' };
  const confirm = (): Promise<Answer> => person.post(path, hidden);
  return { said: wordsOn(answer.text), hidden, confirm };
}

/** Does it: the form, the confirmation, and the page that it leads to. */
export async function act(person: Person, path: string, form?: object): Promise<string> {
  const { confirm } = await ask(person, path, form);
  return wordsOn(await person.follow(await confirm()));
}
