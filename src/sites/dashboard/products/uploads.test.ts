import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { connect } from 'node:tls';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { countFiles } from '../../../shop/store/store-file.sql.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const TYPE = 'multipart/form-data; boundary=xYz';
const field = (name: string, text: string) =>
  `--xYz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const FORM =
  field('name', 'Hostile') +
  field('description', '') +
  field('price', '1') +
  field('currency', 'EUR') +
  field('billing_type', 'one_time') +
  field('billing_interval', 'month') +
  field('tax_category', 'digital');

const stored = async () => ({
  products: (await shop.call('GET /search-products')).body.data.length,
  files: await countFiles(shop.db.reader({ store_id: shop.store_id })),
});

test('400: a form with files that is cut off, strange or too large; nothing is stored', async () => {
  const owner = await signedIn(shop);
  const send = (body: string, type = TYPE) =>
    owner.multipart('/products/new', Buffer.from(body, 'latin1'), type);
  for (const [what, body, type] of [
    ['cut off', FORM],
    ['cut off in a head', `${FORM}--xYz\r\nContent-Disp`],
    ['nothing', ''],
    ['another boundary', `${FORM}--xYz--`, 'multipart/form-data; boundary=abc'],
    ['no boundary', `${FORM}--xYz--`, 'multipart/form-data'],
    [
      'many parts',
      `${Array.from({ length: 500 }, (_, at) => field(`f${at}`, '')).join('')}--xYz--`,
    ],
    ['a name with a quote', `${FORM}${field('a\\"b', '')}--xYz--`],
    ['a name twice', `${FORM}${field('name', 'Again')}--xYz--`],
    ['huge', `${FORM}${field('image', 'x'.repeat(1_500_000))}--xYz--`],
    ['JSON', '{}', 'application/json'],
  ] as [string, string, string?][]) {
    const answer = await send(body, type);
    assert.equal(answer.status, 400, what);
    assert.match(String(answer.headers['content-type']), /^text\/html/, what);
  }
  assert.deepEqual(await stored(), { products: 0, files: 0 });
  assert.equal((await send(`${FORM}--xYz--`)).status, 303, 'the same, whole');
  assert.deepEqual(await stored(), { products: 1, files: 0 });
});

test('400: other forms of the dashboard take no files', async () => {
  const owner = await signedIn(shop);
  const answer = await owner.multipart('/discount-codes/new', Buffer.from(`${FORM}--xYz--`), TYPE);
  assert.equal(answer.status, 400);
});

test('files of somebody who is not signed in are not read: they are asked to sign in', async () => {
  const owner = await signedIn(shop);
  const { hostname, host, port } = new URL(shop.app.base_url);
  const path = `${owner.home}/products/new`;
  const socket = connect({
    port: Number(port),
    host: '127.0.0.1',
    servername: hostname,
    rejectUnauthorized: false,
  });
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${shop.app.base_url}\r\n`;
  socket.write(`${head}Content-Type: ${TYPE}\r\nContent-Length: 1000000\r\n\r\nonly this`);
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes('\r\n\r\n')) break;
  }
  assert.match(text, /^HTTP\/1.1 303/);
  assert.match(text, /Location: \/account\/sign-in/);
});
