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

/** All hidden fields of a page of the dashboard that asks for a confirmation. */
const hiddenIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([\w.]+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Sends a form, and returns what the page says that asks to confirm it, and how to do that. */
export async function ask(person: Person, path: string, form?: object) {
  const answer = form === undefined ? await person.get(path) : await person.post(path, form);
  assert.equal(answer.status, 200, readable(answer.text));
  const hidden = hiddenIn(answer.text);
  assert.ok(hidden.confirmed, `it asks for a confirmation: ${readable(answer.text)}`);
  const confirm = (): Promise<Answer> => person.post(path, hidden);
  return { said: wordsOn(answer.text), hidden, confirm };
}

/** Does it: the form, the confirmation, and the page that it leads to. */
export async function act(person: Person, path: string, form?: object): Promise<string> {
  const { confirm } = await ask(person, path, form);
  return wordsOn(await person.follow(await confirm()));
}
