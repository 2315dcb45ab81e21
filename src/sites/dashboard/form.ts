import { Refusal } from '../../platform/core/errors.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import type { RefusalText } from '../shared/refusal.ts';
import type { Field, Sent } from './field.ts';
import { facts } from './layout.ts';
import { linked, shortened } from './linked.ts';

/** Fields by the name of the parameter that they set: `license.valid_days` is inside `license`. */
export type Fields = Record<string, Field<unknown>>;

export type ValuesOf<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

/** What stands in the fields of a form, and what is wrong with it. */
export interface Filled {
  typed: ReadonlyMap<string, string>;
  problems: ReadonlyMap<string, string>;
  /** For the top of the page. */
  refusal: RefusalText | undefined;
}

/** A form that shows what is known. */
export function filledWith<F extends Fields>(fields: F, values: Partial<ValuesOf<F>>): Filled {
  const typed = new Map<string, string>();
  for (const [name, one] of Object.entries(fields)) {
    const value = values[name];
    if (value !== undefined) typed.set(name, one.show(value));
  }
  return { typed, problems: new Map(), refusal: undefined };
}

/** What was typed, as operations take it. */
function readFields<F extends Fields>(fields: F, sent: Sent): ValuesOf<F> {
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [name, one.read(sent, name)]),
  );
  if (!hasAll(fields, values)) throw new Error('each field is read');
  return values;
}

const hasAll = <F extends Fields>(
  fields: F,
  values: Record<string, unknown>,
): values is ValuesOf<F> => Object.keys(fields).every((name) => Object.hasOwn(values, name));

interface Sending<F extends Fields> {
  fields: F;
  sent: Sent;
  /** The field that a refusal is about which names no parameter: `{ slug_taken: 'slug' }`. */
  about?: Readonly<Record<string, string>>;
  /** What was not done: `The product was not saved`. */
  refused: string;
}

/**
 * Does what a form asks for. If an operation refuses it, the form is to be shown again, with all
 * that was typed and with each mistake at its field. What is not allowed, or not found, is not a
 * mistake in a form: it is thrown on.
 */
export async function sendForm<F extends Fields, Done>(
  { fields, sent, about = {}, refused }: Sending<F>,
  send: (values: ValuesOf<F>) => Promise<Done>,
): Promise<{ done: Done } | { again: Filled }> {
  try {
    return { done: await send(readFields(fields, sent)) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 403 || error.status === 404) throw error;
    const { problems, others } = sortProblems(fields, error, about);
    const mistakes = [...problems].map(([name, message]) => ({
      field: name,
      message: `${fields[name]?.label}: ${shortened(message)}`,
    }));
    // A browser keeps the texts of a form, but not the files.
    for (const name of sent.files?.keys() ?? []) {
      if (sent.files?.get(name)?.length && !problems.has(name)) {
        problems.set(name, 'please choose the file again');
      }
    }
    const text = others.length > 0 ? others.join(' ') : undefined;
    const typed = textsIn(fields, sent);
    return { again: { typed, problems, refusal: { title: refused, text, mistakes } } };
  }
}

/**
 * What an operation refuses, with the names that the fields of the form have: without what stands
 * before them in its parameters, such as `registrations.3.`.
 */
export async function renamed<Done>(before: string, asking: Promise<Done>): Promise<Done> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = error.details.map((one) => ({
      ...one,
      param: one.param.startsWith(before) ? one.param.slice(before.length) : one.param,
    }));
    throw new Refusal(error.code, details, error.message);
  }
}

/** Each problem at the field with the nearest name, and the sentences that belong to none. */
function sortProblems(fields: Fields, refusal: Refusal, about: Readonly<Record<string, string>>) {
  const problems = new Map<string, string>();
  const others: string[] = [];
  for (const { param, message } of refusal.details) {
    const name = fieldOf(fields, param);
    if (name === undefined)
      others.push(`${nameOf(param)} ${message}${message.endsWith('.') ? '' : '.'}`);
    else if (!problems.has(name)) problems.set(name, message);
  }
  if (refusal.details.length === 0) {
    const name = about[refusal.code];
    if (name === undefined) others.push(refusal.message);
    else problems.set(name, refusal.message);
  }
  return { problems, others };
}

/** A parameter without a field, as sellers call what it stands for. */
const nameOf = (param: string): string => (param === 'payment_method' ? 'The card' : param);

/** `notes.2` is a line of the field `notes`. */
function fieldOf(fields: Fields, param: string): string | undefined {
  const parts = param.split('.');
  for (let count = parts.length; count > 0; count--) {
    const name = parts.slice(0, count).join('.');
    if (Object.hasOwn(fields, name)) return name;
  }
  return undefined;
}

/** The fields with these names, with what stands in them. */
export const inputs = <F extends Fields>(
  fields: F,
  { typed, problems }: Filled,
  names: readonly (keyof F & string)[],
): Html =>
  html`${names.map((name) => {
    const one = fields[name];
    return (
      one && labelled(one, { name, typed: typed.get(name) ?? '', problem: problems.get(name) })
    );
  })}`;

function labelled(
  one: Field<unknown>,
  { name, typed, problem }: { name: string; typed: string; problem: string | undefined },
): Html {
  const { label, hint, is_tick, is_group } = one;
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean);
  const state = html`${problem && html` aria-invalid="true"`}${
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`
  }`;
  const control = one.control({ name, typed, state });
  const said = problem && linked(problem);
  const below = html`${said && html`<p class="problem" id="${name}-problem">${said}</p>`}
  ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}`;
  if (is_tick) {
    return html`<div><label class="tick" for="${name}">${control} ${label}</label>${below}</div>`;
  }
  if (is_group) {
    return html`<fieldset id="${name}"${state}><legend>${label}</legend>
  ${control}${below}</fieldset>`;
  }
  return html`<div><label for="${name}">${label}</label>
  ${control}
  ${below}</div>`;
}

/** Fields side by side where there is room. */
export const pair = (...content: Html[]): Html => html`<div class="pair">${content}</div>`;

/** A part of a form that has a name. */
export const part = (title: string, ...content: (Html | false | undefined)[]): Html =>
  html`<fieldset class="card"><legend>${title}</legend>
<div class="fields">${content}</div></fieldset>`;

/** A part that has good defaults: what they are is said while it is folded. */
export const fold = (
  { title, now, is_open }: { title: string; now: string; is_open: boolean },
  ...content: (Html | false | undefined)[]
): Html => html`<details class="card fold"${is_open && html` open`}>
<summary><strong>${title}</strong> <span class="quiet">${now}</span></summary>
<div class="fields">${content}</div></details>`;

/** What was done before this page, by the word in its address: `?done=created`. */
export const doneNote = (
  request: Pick<PageRequest, 'readQuery'>,
  notes: Readonly<Record<string, string>>,
): string | undefined => {
  const word = request.readQuery().get('done') ?? '';
  return Object.hasOwn(notes, word) ? notes[word] : undefined;
};

/** What stands in the fields with these names, for whoever may not change it. */
export const asFacts = <F extends Fields>(
  fields: F,
  { typed }: Filled,
  names: readonly (keyof F & string)[],
): Html =>
  facts(
    names.map((name) => {
      const text = typed.get(name) ?? '';
      return [fields[name]?.label ?? name, fields[name]?.words?.(text) ?? text];
    }),
  );

/** A form as it was typed, nothing done. */
export const asTyped = (sent: Sent, fields: Fields = {}): Filled => ({
  ...{ typed: textsIn(fields, sent), problems: new Map(), refusal: undefined },
});

/** What stands in each field, also in those that are sent under several names. */
function textsIn(fields: Fields, sent: Sent): Map<string, string> {
  const typed = new Map(sent.form);
  for (const [name, one] of Object.entries(fields)) {
    if (one.typed) typed.set(name, one.typed(sent, name));
  }
  return typed;
}
