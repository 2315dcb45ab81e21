import { refuseParameter } from '../../platform/core/errors.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { exactNumber } from '../../platform/core/json.ts';
import { type Choices, choicesOf, chosenOf, options } from './choices.ts';

/** What a form has sent: texts, and the files that were chosen. */
export interface Sent {
  form: ReadonlyMap<string, string>;
  files?: ReadonlyMap<string, Buffer>;
}

/** A field as it is shown. */
interface Shown {
  name: string;
  typed: string;
  /** `aria-invalid` and what describes the field. */
  state: Html;
}

/**
 * One field of a form, which is read into what an operation takes. Nothing is refused here: what
 * makes no sense becomes a value that the operation refuses, together with all other mistakes.
 */
export interface Field<Value> {
  label: string;
  hint: Html | string | undefined;
  /** Its label stands behind it, in the same line. */
  is_tick?: boolean;
  /** It consists of several ticks: its label is a heading. */
  is_group?: boolean;
  read(sent: Sent, name: string): Value;
  /** What was typed, where it is not sent under the name of the field. */
  typed?(sent: Sent, name: string): string;
  /** What stands in the field for a value. */
  show(value: Value): string;
  control(shown: Shown): Html;
  /** What stands in the field, for whoever may not change it; without it, as it stands there. */
  words?(typed: string): string;
}

interface Basics {
  label: string;
  hint?: Html | string;
  placeholder?: string;
}

export interface TextOptions extends Basics {
  /** The most that may be typed. */
  maxlength?: string;
  type?: 'text' | 'email' | 'url' | 'date' | 'color';
  autocomplete?: string;
  /** Shown as code: a key, a prefix. */
  is_code?: boolean;
}

const typedIn = ({ form }: Sent, name: string): string => form.get(name)?.trim() ?? '';

const basics = ({ label, hint }: Basics) => ({ label, hint });

const input = ({ name, typed, state }: Shown, attributes: Record<string, string | undefined>) =>
  html`<input id="${name}" name="${name}" value="${typed}"${Object.entries(attributes).map(
    ([key, value]) => value !== undefined && html` ${key}="${value}"`,
  )}${state}>`;

const textControl =
  ({ type = 'text', placeholder, autocomplete, is_code, maxlength }: TextOptions) =>
  (shown: Shown) =>
    input(shown, {
      ...{ type, placeholder, autocomplete, maxlength },
      class: is_code ? 'code' : undefined,
      spellcheck: is_code ? 'false' : undefined,
    });

/** The same field; empty is null. */
const optional = <Value>(one: Field<Value>): Field<Value | null> => ({
  ...one,
  read: (sent, name) => (typedIn(sent, name) === '' ? null : one.read(sent, name)),
  show: (value) => (value === null ? '' : one.show(value)),
});

/** A line of text that must be there. */
const text = (options: TextOptions): Field<string> => ({
  ...basics(options),
  read: typedIn,
  show: (value) => value,
  control: textControl(options),
});

/** A day. An instant of the API is shown as its day. */
const day = (options: Basics): Field<string> => ({
  ...text({ ...options, type: 'date' }),
  show: (value) => value.slice(0, 10),
});

const optionalText = (options: TextOptions) => optional(text(options));
const optionalDay = (options: Basics) => optional(day(options));

/** The colour in a text such as `#5b4bdb`, for a field that knows no other; else the usual one. */
const pickable = (text: string, usual: string): string =>
  /^#[\da-f]{6}$/i.test(text.trim()) ? text.trim().toLowerCase() : usual;

/** What was picked beside the text, if that is another than was shown there; else the text. */
function colorIn(sent: Sent, name: string): string {
  const picked = sent.form.get(`${name}.picked`);
  return picked === undefined || picked === sent.form.get(`${name}.shown`)
    ? typedIn(sent, name)
    : picked;
}

/** A colour, typed or picked beside it; empty is null, and then the usual one is meant. */
const optionalColor = (options: TextOptions, usual: string): Field<string | null> => ({
  ...basics(options),
  read: (sent, name) => colorIn(sent, name) || null,
  typed: colorIn,
  show: (value) => value ?? '',
  control: (shown) => html`<div class="with-picker">${textControl(options)(shown)}
<input type="color" name="${shown.name}.picked" value="${pickable(shown.typed, usual)}"
  aria-label="Pick: ${options.label}">
<input type="hidden" name="${shown.name}.shown" value="${pickable(shown.typed, usual)}"></div>`,
});

/** Something that is typed in and never shown again. */
const secret = (options: Basics): Field<string> => ({
  ...text(options),
  show: () => '',
  control: (shown) =>
    input({ ...shown, typed: '' }, { type: 'password', autocomplete: 'off', class: 'code' }),
});

/** Some write 19,99. What is no number becomes one that every operation refuses. */
function numberOf(typed: string): number {
  const plain = typed.replaceAll(/[\s_]/g, '').replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
  return exactNumber(plain) ?? Number.NaN;
}

const numberControl = (mode: 'numeric' | 'decimal' | 'text') => (shown: Shown) =>
  input(shown, { inputmode: mode, autocomplete: 'off', class: 'figure' });

/** A whole number that must be there. */
const number = (options: Basics): Field<number> => ({
  ...basics(options),
  read: (sent, name) => numberOf(typedIn(sent, name)),
  show: (value) => String(value),
  control: numberControl('numeric'),
});

const optionalNumber = (options: Basics) => optional(number(options));

/** An amount in the major unit of its currency, or a percentage. */
const money = (options: Basics & { may_be_negative?: boolean }): Field<number> => ({
  ...number(options),
  // The keys for numbers on a telephone have no minus.
  control: numberControl(options.may_be_negative ? 'text' : 'decimal'),
});

const optionalMoney = (options: Basics) => optional(money(options));

interface Choosing<Word extends string> extends Basics {
  choices: Choices<Word>;
}

/** One of a few words. Any other is refused here: no form of ours sends one. */
const choice = <const Word extends string>({ choices, ...more }: Choosing<Word>): Field<Word> => ({
  ...basics(more),
  read(sent, name) {
    const chosen = chosenOf(choices, typedIn(sent, name));
    if (!chosen) throw refuseParameter(name, 'is none of the choices');
    return chosen.value;
  },
  show: (value) => value,
  words: (typed) => chosenOf(choices, typed)?.label ?? '',
  control: ({ name, typed, state }) =>
    html`<select id="${name}" name="${name}"${state}>${options(choices, typed)}</select>`,
});

/** One of a few words, or none of them: null. */
const optionalChoice = <const Word extends string>({
  choices,
  none,
  ...more
}: Choosing<Word> & { none: string }): Field<Word | null> => ({
  ...basics(more),
  read: (sent, name) => chosenOf(choices, typedIn(sent, name))?.value ?? null,
  show: (value) => value ?? '',
  words: (typed) => chosenOf(choices, typed)?.label || none,
  control: ({ name, typed, state }) =>
    html`<select id="${name}" name="${name}"${state}><option value="">${none}</option>
${options(choices, typed)}</select>`,
});

/** One of a list that a page has read. The operation says whether it exists. */
const oneOf = ({ choices, ...more }: Choosing<string>): Field<string> => ({
  ...choice({ choices, ...more }),
  read: typedIn,
});

/** Any of a list that a page has read, as ticks; each is sent under its own name. */
const several = ({ choices, ...more }: Choosing<string>): Field<string[]> => {
  const ticked = ({ form }: Sent, name: string) =>
    [...form.keys()].flatMap((key) =>
      key.startsWith(`${name}.`) ? key.slice(name.length + 1) : [],
    );
  return {
    ...basics(more),
    is_group: true,
    read: ticked,
    typed: (sent, name) => ticked(sent, name).join(','),
    show: (value) => value.join(','),
    control: ({ name, typed }) => {
      const chosen = new Set(typed.split(','));
      return html`<div class="ticks">${choicesOf(choices).map(
        ({ value, label }) => html`<label class="tick"><input type="checkbox"
    name="${name}.${value}"${chosen.has(value) && html` checked`}> ${label}</label>`,
      )}</div>`;
    },
  };
};

/** Yes or no. */
const tick = (options: Basics): Field<boolean> => ({
  ...basics(options),
  is_tick: true,
  read: ({ form }, name) => form.has(name),
  show: (value) => (value ? 'on' : ''),
  words: (typed) => (typed === '' ? 'No' : 'Yes'),
  control: ({ name, typed, state }) =>
    html`<input type="checkbox" id="${name}" name="${name}"${
      typed !== '' && html` checked`
    }${state}>`,
});

/** Several lines, as they were written. */
const textarea = ({ rows = 6, ...more }: Basics & { rows?: number }): Field<string> => ({
  ...basics(more),
  read: ({ form }, name) => withNewlines(form.get(name) ?? '').trim(),
  show: (value) => value,
  // A line break after the tag is not part of the text: without it, the first one would be lost.
  control: ({ name, typed, state }) =>
    html`<textarea id="${name}" name="${name}" rows="${rows}"${state}>\n${typed}</textarea>`,
});

const withNewlines = (typed: string): string => typed.replaceAll('\r\n', '\n');

/** A list of texts, one on each line. */
const lines = (options: Basics & { rows?: number }): Field<string[]> => ({
  ...textarea({ rows: 3, ...options }),
  read: (sent, name) =>
    typedIn(sent, name)
      .split('\n')
      .flatMap((line) => line.trim() || []),
  show: (value) => value.join('\n'),
});

/** A list of numbers with commas between them. */
const numbers = (options: Basics): Field<number[]> => ({
  ...basics(options),
  read: (sent, name) =>
    typedIn(sent, name)
      .split(/[\s,;]+/)
      .flatMap((one) => (one === '' ? [] : numberOf(one))),
  show: (value) => value.join(', '),
  control: (shown) => input(shown, { autocomplete: 'off' }),
});

/** Pairs of text, one `name = value` on each line; metadata is that. */
const pairs = (options: Basics): Field<Record<string, string>> => ({
  ...textarea({ rows: 3, ...options }),
  read: (sent, name) =>
    Object.fromEntries(
      withNewlines(typedIn(sent, name))
        .split('\n')
        .flatMap((line) => {
          const [, key = '', value = line] = /^([^=]*)=(.*)$/.exec(line) ?? [];
          return line.trim() === '' ? [] : [[key.trim(), value.trim()] as const];
        }),
    ),
  show: (value) =>
    Object.entries(value)
      .map(([key, of]) => `${key} = ${of}`)
      .join('\n'),
});

/** A file, in base64; undefined if none was chosen. Its form needs `multipart/form-data`. */
const file = ({ accept, ...more }: Basics & { accept: string }): Field<string | undefined> => ({
  ...basics(more),
  read: ({ files }, name) => {
    const bytes = files?.get(name);
    return bytes && bytes.length > 0 ? bytes.toString('base64') : undefined;
  },
  show: () => '',
  control: ({ name, state }) =>
    html`<input type="file" id="${name}" name="${name}" accept="${accept}"${state}>`,
});

/** The kinds of field that a form of the dashboard can have. */
export const field = {
  ...{ optional, text, optionalText, day, optionalDay, secret, number, optionalNumber, money },
  ...{ optionalMoney, choice, optionalChoice, oneOf, several, tick, textarea, lines, numbers },
  ...{ pairs, file, optionalColor },
};
