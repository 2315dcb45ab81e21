import assert from 'node:assert/strict';
import type { signedIn } from './dashboard.ts';

/** Somebody with pages of their own below an address: in the dashboard, the portal or at the till. */
type Person = Pick<Awaited<ReturnType<typeof signedIn>>, 'home' | 'get'>;

export interface Stop {
  /** Below the store's own address. */
  path: string;
  text: string;
}

/** A form that changes something: where it is sent and what its fields hold. */
export interface Form {
  path: string;
  fields: Record<string, string>;
}

/** What two addresses of the same kind have in common. */
const kindOf = (path: string): string =>
  path
    .replace(/[a-z]{2,6}_[0-9a-z]{20,}/g, 'ID')
    .replace(/\/customers\/[^/?]+/, '/customers/ID')
    .replace(/=[^&]*/g, '')
    .replace(/\/\d+(?=\/|$)/g, '/N');

const unescaped = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');

/** Follows every link, one of each kind, from the first page on: all pages that this person sees. */
export async function tour(person: Person): Promise<Stop[]> {
  const seen = new Set<string>();
  const waiting = [''];
  const stops: Stop[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { status, text, headers } = await person.get(path);
    assert.equal(status, 200, `${path}: ${status} ${headers.location ?? ''} ${text.slice(0, 500)}`);
    if (!String(headers['content-type']).startsWith('text/html')) continue;
    stops.push({ path, text });
    for (const [, found = ''] of text.matchAll(/<a [^>]*href="([^"#]*)["#]/g)) {
      const at = unescaped(found);
      if (at !== person.home && !/^[/?]/.test(at.slice(person.home.length))) continue;
      if (!at.startsWith(person.home)) continue;
      const below = at.slice(person.home.length);
      const kind = kindOf(below);
      if (seen.has(kind)) continue;
      seen.add(kind);
      waiting.push(below);
    }
  }
  return stops;
}

/** The forms of these pages that are sent by POST to the dashboard, one of each kind. */
export function formsOf(stops: readonly Pick<Stop, 'text'>[], home: string): Form[] {
  const forms = new Map<string, Form>();
  for (const { text } of stops) {
    for (const [form = ''] of text.matchAll(/<form [^>]*method="post"[\s\S]*?<\/form>/g)) {
      const action = unescaped(/action="([^"]*)"/.exec(form)?.[1] ?? '');
      if (!action.startsWith(home)) continue;
      const path = action.slice(home.length);
      const buttons = [...form.matchAll(/<button[^>]* name="([^"]*)" value="([^"]*)"/g)];
      const kind = kindOf(path) + (buttons[0]?.[1] ?? '');
      if (!forms.has(kind)) forms.set(kind, { path, fields: fieldsOf(form) });
    }
  }
  return [...forms.values()];
}

function fieldsOf(form: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag = ''] of form.matchAll(/<(?:input|button)\b[^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(tag)?.[1];
    const type = /\btype="([^"]*)"/.exec(tag)?.[1];
    if (name === undefined || type === 'file') continue;
    if ((type === 'checkbox' || type === 'radio') && !/\bchecked\b/.test(tag)) continue;
    fields[unescaped(name)] = unescaped(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  for (const [, name = '', options = ''] of form.matchAll(
    /<select\b[^>]*\bname="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  )) {
    const chosen = /<option value="([^"]*)" selected/.exec(options);
    fields[name] = unescaped((chosen ?? /<option value="([^"]*)"/.exec(options))?.[1] ?? '');
  }
  for (const [, name = '', value = ''] of form.matchAll(
    /<textarea\b[^>]*\bname="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g,
  )) {
    fields[name] = unescaped(value.trim());
  }
  return fields;
}
