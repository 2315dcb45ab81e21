import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPlainHost, isWebAddress } from './web-address.ts';

test('addresses that are written plainly', () => {
  for (const text of [
    'https://example.com',
    'https://example.com/',
    'http://example.com:8080/thanks?a=b&c=d#e',
    'HTTPS://EXAMPLE.COM/A',
    'https://example.com?from=ada@example.com',
    'https://example.com/@ada',
    'https://bücher.example/größe',
    'https://[2001:db8::1]/x',
    'http://127.0.0.1:3000/',
    'https://example.com//a//b',
  ]) {
    assert.equal(isWebAddress(text), true, text);
  }
});

test('what a browser would take for one, and what is none', () => {
  for (const text of [
    'https:evil',
    'https:/evil.example',
    'https:///evil.example',
    'https:\\\\evil.example',
    'https:/\\evil.example',
    'https://good.example\\@evil.example',
    'https://good.example/\\evil.example',
    'https://user@evil.example',
    'https://user:password@evil.example',
    'https://:@evil.example',
    'https://@evil.example',
    '//evil.example',
    'https://',
    'https://?a',
    'https://#a',
    'https:// evil.example',
    ' https://evil.example',
    'https://evil.example ',
    'https://evil.example/\n',
    'https://evil\t.example',
    'https://evil.example/\u0000',
    'https://evil.example/\u0085',
    'https://evil.example/\u2028',
    'java\nscript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'example.com',
    'https://exa mple.com',
    'https://[::1',
    'https://a:99999',
    '',
  ]) {
    assert.equal(isWebAddress(text), false, JSON.stringify(text));
  }
});

test('a host that a policy of browsers reads as it is written, and those that it does not', () => {
  const plain = ['a.example', 'bücher.example', 'a_b.example:8080', '127.0.0.1', '[2001:db8::1]'];
  for (const host of [...plain, 'localhost', 'example.com.']) {
    assert.ok(hasPlainHost(new URL(`https://${host}/x`)), host);
  }
  for (const host of ['*', '*.example.com', 'a.*', "'self'", 'a;b', 'a,b', '!', '..', 'a..b']) {
    const url = URL.parse(`https://${host}/x`);
    assert.ok(url === null || !hasPlainHost(url), host);
  }
});
