import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wayBack } from './way-back.rules.ts';

test('the way back leads to the dashboard or the account and nowhere else', () => {
  const good = [
    '/dashboard',
    '/dashboard/1/customers?query=a%20b',
    '/account',
    '/account/password',
  ];
  for (const address of good) assert.equal(wayBack(address), address);
  const bad = [
    ...[
      '',
      'dashboard',
      '//evil.example',
      '/\\evil.example',
      '/\\/evil.example',
      '\\/evil.example',
    ],
    ...['https://evil.example/dashboard', 'javascript:alert(1)', '/dashboard@evil.example', '/'],
    ...['/dashboards', '/docs', '/dashboard/../docs', '/dashboard/%2e%2e/docs', '/checkout/x'],
    ...[
      '/dashboard\r\nSet-Cookie: a=b',
      '/dash\tboard',
      ' /dashboard',
      `/dashboard/${'x'.repeat(3000)}`,
    ],
    ...['/%2fevil.example/dashboard', '/./\\evil.example'],
  ];
  for (const address of bad) assert.equal(wayBack(address), undefined, address);
  assert.equal(wayBack('/dashboard/1#x'), '/dashboard/1');
});
