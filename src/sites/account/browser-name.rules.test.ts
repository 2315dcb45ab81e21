import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserName } from './browser-name.rules.ts';

test('browsers are called by name and system, and nothing that they say breaks it', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const rows = [
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome on Linux'],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Safari/605.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/140.0 Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    ['curl/8.5', 'Another program'],
    ['', 'Another program'],
    ['<script>', 'Another program'],
  ] as const;
  for (const [agent, name] of rows) assert.equal(browserName(agent), name);
});
