import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../platform/core/html.ts';
import { htmlPage } from './layout.ts';

const policyFor = (...pictures: string[]): string =>
  htmlPage(200, 'Shop', html``, { base_path: '', pictures }).headers?.['Content-Security-Policy'] ??
  '';

test('pictures that a page may show: as many addresses as fit into a header', () => {
  const short = 'https://example.com/a.png';
  const twice = policyFor(short, '/files/1/a.png', `${short}?size=2`);
  assert.match(twice, /img-src 'self' data: https:\/\/example\.com\/a\.png;/);
  const long = `https://example.com/${'漢'.repeat(1_900)}`; // As earlier versions took it.
  assert.equal(policyFor(long, short), twice);
  // As earlier versions took it: in a policy it stands for every site.
  assert.equal(policyFor('https://*/', 'https://*.example.com/a.png', short), twice);
  const many = Array.from({ length: 100 }, (_, at) => `https://example.com/${'a'.repeat(99)}${at}`);
  assert.ok(policyFor(...many).length < 4_000);
});
