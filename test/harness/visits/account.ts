import assert from 'node:assert/strict';
import { makeOwnerLink, ownerLinkPath } from '../../../src/shop/store/team/owner-link.ts';
import type { Answer } from '../answer.ts';
import type { Shop } from '../shop.ts';

export type Browser = ReturnType<typeof openBrowser>;

/** A browser without scripts: it keeps cookies, and says where its forms come from. */
export function openBrowser(shop: Shop) {
  /** By the names that they have in the program; a mark of the installation ends them outside. */
  const cookies = new Map<string, string>();
  let mark = '';
  const send = async (method: string, path: string, headers: object, body?: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}${mark}=${value}`).join('; ');
    const all = { ...(cookie !== '' && { cookie }), 'user-agent': BROWSER, ...headers };
    const answer = await shop.send({ method, path, headers: all }, body);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', end = '', value = ''] = /^([^=]+)(-[0-9a-f]{8})=([^;]*)/.exec(line) ?? [];
      mark = end;
      if (/Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const get = (path: string, headers: object = {}): Promise<Answer> => send('GET', path, headers);
  const post = (path: string, form: object, headers: object = {}): Promise<Answer> => {
    const body = new URLSearchParams(Object.entries(form)).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return send('POST', path, { ...type, 'sec-fetch-site': 'same-origin', ...headers }, body);
  };
  /** The page of an address, which must be there. */
  const page = async (path: string): Promise<string> => {
    const answer = await get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.status} ${answer.text.slice(0, 1_500)}`);
    return answer.text;
  };
  const isSignedIn = async (): Promise<boolean> => (await get('/account')).status === 200;
  return { shop, cookies, get, post, page, isSignedIn };
}

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export const OWNER = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'vierkant-molen-7',
};

/** The path of a link as the server prints it. */
export async function ownerLink(shop: Shop): Promise<string> {
  const now = (shop.options.clock ?? (() => shop.now))();
  const made = await shop.db.write(null, (tx) => makeOwnerLink(tx, { now }));
  assert.ok(made);
  return ownerLinkPath(made.token);
}

/** The first owner, made by the link, in the browser in which that was done. */
export async function makeOwner(shop: Shop, account: object = OWNER): Promise<Browser> {
  const browser = openBrowser(shop);
  const path = await ownerLink(shop);
  await browser.page(path);
  const answer = await browser.post(path, account);
  assert.equal(answer.status, 303, answer.text);
  return browser;
}

/** The hidden fields of a page. */
export const hiddenFields = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** What the script of a page is given to ask for a passkey or to make one. */
export function passkeyOptions(text: string): {
  challenge: string;
  person_id?: string;
  ids: string[];
} {
  const [, given = ''] = /data-passkey="([^"]*)"/.exec(text) ?? [];
  assert.notEqual(given, '', 'the page asks for a passkey');
  return JSON.parse(given.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}
