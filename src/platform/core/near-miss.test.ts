import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { operations } from '../../sites/api/operations.ts';
import { didYouMean, nearMiss } from './near-miss.ts';

const paths = Object.values(operations)
  .flat()
  .map(({ path }) => path);

test('a path that is nearly right is recognised, however it is wrong', () => {
  for (const [typed, meant] of [
    ['/create-prodcut', '/create-product'],
    ['/createProduct', '/create-product'],
    ['/CREATE-PRODUCT', '/create-product'],
    ['/create_product', '/create-product'],
    ['/create-product/', '/create-product'],
    ['/products/create', '/create-product'],
    ['/create-products', '/create-product'],
    ['/get-transaction', '/get-transactions'],
    ['/list-customer', '/list-customers'],
    ['/cancel-subscripton', '/cancel-subscription'],
    ['/validate-licence', '/validate-license'],
  ] as const) {
    assert.equal(nearMiss(typed, paths), meant, typed);
  }
});

test('what is near nothing, or near to several, is not guessed', () => {
  for (const typed of ['', '/', '/nothing', '/wp-login.php', '/.env', '/x', '/products', '/a-b']) {
    assert.equal(nearMiss(typed, paths), undefined, typed);
  }
  assert.equal(nearMiss('cst', ['cat', 'cut']), undefined);
  assert.equal(nearMiss('abcdefgx', ['abcdefgh', 'abcdefgi']), undefined);
  assert.equal(nearMiss('abcdefgx', ['abcdefgi', 'abcdefyy', 'abcdefgxx']), undefined);
});

test('each path is its own nearest, and one wrong letter leads to it or to nothing', () => {
  for (const path of paths) {
    assert.equal(nearMiss(path, paths), path);
    for (const at of [3, 6, path.length - 2]) {
      const typed = `${path.slice(0, at)}x${path.slice(at + 1)}`;
      assert.ok([path, undefined].includes(nearMiss(typed, paths)), `${typed} is no ${path}`);
    }
  }
});

test('the hint is a sentence of its own, or nothing', () => {
  assert.equal(didYouMean('quantty', ['quantity', 'name']), '. Did you mean quantity?');
  assert.equal(didYouMean('colour', ['quantity', 'name']), '');
});

test('a text of a megabyte costs nothing', () => {
  const huge = '/create-'.repeat(131_072);
  const started = performance.now();
  for (let n = 0; n < 1000; n++) nearMiss(huge, paths);
  assert.ok(performance.now() - started < 10_000);
});
