import assert from 'node:assert/strict';
import { newId } from '../../../src/platform/core/ids.ts';
import { insertPerson, saveMember } from '../../../src/shop/store/team/person.sql.ts';
import type { Role } from '../../../src/shop/store/team/roles.rules.ts';
import { SESSION_COOKIE, startSession } from '../../../src/shop/store/team/session.ts';
import type { Answer } from '../answer.ts';
import type { Shop } from '../shop.ts';

interface SignedIn {
  role?: Role;
  /** In whole units; for support. */
  refund_max?: number | null;
  /** The store whose dashboard it is; the shop's own if not said. */
  store_id?: string;
}

/** Somebody who is signed in to the dashboard of a store, and what their browser does. */
export async function signedIn(
  shop: Shop,
  { role = 'owner', refund_max = null, store_id = shop.store_id }: SignedIn = {},
) {
  const now = (shop.options.clock ?? (() => shop.now))();
  const person_id = newId('person', now);
  const email = `${person_id}@example.com`;
  const is_owner = Number(role === 'owner');
  const created_at = now;
  const { token, number } = await shop.db.write(null, async (tx) => {
    const name = `Lena (${role})`;
    await insertPerson(tx, { person_id, email, email_folded: email, name, is_owner, created_at });
    if (role !== 'owner') {
      await saveMember(tx, { store_id, person_id, role, refund_max, created_at });
    }
    const token = await startSession(tx, { person_id, address: '127.0.0.1', browser: 'test', now });
    const sql = 'SELECT number FROM stores s WHERE s.store_id = :of_store';
    const store = await tx.maybe<{ number: number }>(sql, { of_store: store_id });
    return { token, number: store?.number };
  });
  const home = `/dashboard/${number}`;
  const cookie = `${SESSION_COOKIE}=${token}`;
  const origin = shop.app.base_url;

  const at = (path: string) => (path.startsWith('/dashboard') ? path : home + path);
  const get = (path = '', headers: Record<string, string> = {}): Promise<Answer> =>
    shop.send({ method: 'GET', path: at(path), headers: { cookie, ...headers } });
  const post = (path: string, form: object | string, headers: object = {}): Promise<Answer> => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body =
      typeof form === 'string' ? form : new URLSearchParams(Object.entries(form)).toString();
    const all = { cookie, origin, host: new URL(origin).host, ...type, ...headers };
    return shop.send({ method: 'POST', path: at(path), headers: all }, body);
  };
  /** Sends a form with files, as a browser does. */
  const upload = async (
    path: string,
    form: Record<string, string>,
    files: Record<string, Buffer> = {},
  ): Promise<Answer> => {
    const data = new FormData();
    for (const [name, text] of Object.entries(form)) data.set(name, text);
    for (const [name, bytes] of Object.entries(files)) {
      data.set(name, new File([new Uint8Array(bytes)], 'my "best" picture.png'));
    }
    const encoded = new Response(data);
    const type = String(encoded.headers.get('content-type'));
    return multipart(path, Buffer.from(await encoded.arrayBuffer()), type);
  };
  const multipart = (path: string, body: Buffer, type: string): Promise<Answer> => {
    const headers = { cookie, origin, host: new URL(origin).host, 'content-type': type };
    return shop.send({ method: 'POST', path: at(path), headers }, body);
  };
  /** The page of an address, which must be there. */
  const page = async (path = ''): Promise<string> => {
    const answer = await get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.status} ${answer.text.slice(0, 2_000)}`);
    return answer.text;
  };
  /** Follows the answer to a form, which is a redirect. */
  const follow = (answer: Answer): Promise<string> => {
    assert.equal(answer.status, 303, answer.text);
    return page(String(answer.headers.location));
  };
  /** The hidden fields of the form on a page that is sent to an address. */
  const hidden = async (path: string, action = path): Promise<Record<string, string>> => {
    const text = await page(path);
    const start = text.indexOf(`action="${at(action)}"`);
    assert.ok(start >= 0, `a form for ${action}`);
    const fields = text
      .slice(start, text.indexOf('</form>', start))
      .matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
    return Object.fromEntries([...fields].map(([, name, value]) => [name ?? '', value ?? '']));
  };
  return { person_id, home, cookie, token, get, post, upload, multipart, page, follow, hidden };
}
