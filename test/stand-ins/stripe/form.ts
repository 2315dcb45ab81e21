// Bodies and queries as Stripe reads them: `a[b][0][c]=d`, and `a[]=b` for the next of a list.

/** Nothing but text at the leaves; a list is an object with the keys 0, 1, 2. */
export interface Form {
  [name: string]: Form | string;
}

export function readForm(encoded: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(encoded)) put(form, pathOf(name), value);
  return form;
}

/** Always in the same order, so that equal forms are equal text. */
export function asText(form: Form | string): string {
  if (typeof form === 'string') return JSON.stringify(form);
  const entries = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${asText(value)}`).join()}}`;
}

/** `a[b][]` is a, b and an empty name. */
function pathOf(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket <= 0) return [name];
  const inner = name.slice(bracket).matchAll(/\[([^\]]*)\]/g);
  return [name.slice(0, bracket), ...[...inner].map(([, part = '']) => part)];
}

function put(form: Form, [first = '', ...rest]: string[], value: string): void {
  const name = first === '' ? String(Object.keys(form).length) : first;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const inner = form[name];
  const next = typeof inner === 'object' ? inner : emptyForm();
  form[name] = next;
  put(next, rest, value);
}

/** Without a prototype: a parameter may be called `constructor`. */
const emptyForm = (): Form => Object.create(null);
