import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { makeSite } from '../../packages/site/make-site.ts';

test('npm run site writes guides, reference and changes; every link of its pages leads to a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-site-'));
  try {
    const written = await makeSite(folder, '/kassa');
    for (const address of ['/index.html', '/docs/index.html', '/docs/changes/index.html']) {
      assert.ok(written.includes(address), address);
    }
    const lost = written
      .filter((address) => address.endsWith('.html'))
      .flatMap((address) => {
        const text = readFileSync(join(folder, address), 'utf8');
        assert.doesNotMatch(text, /class="try"|src="\/kassa\/try\.js"/, address);
        const links = [...text.matchAll(/(?:href|src|action)="(\/[^"#?]*)/g)];
        return links
          .map(([, link = '']) => link)
          .filter((link) => !link.startsWith('/kassa/') || !existsSync(fileAt(folder, link)))
          .map((link) => `${address}: ${link}`);
      });
    assert.deepEqual([...new Set(lost)], []);
    const index: { title: string }[] = JSON.parse(
      readFileSync(join(folder, 'search.json'), 'utf8'),
    );
    assert.ok(index.some(({ title }) => title === 'refund-transaction'));
    assert.match(readFileSync(join(folder, 'search.js'), 'utf8'), /location\.search/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function fileAt(folder: string, link: string): string {
  const path = link.slice('/kassa'.length);
  return join(folder, path, extname(path) === '' ? 'index.html' : '');
}
