import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from './markdown-blocks.rules.ts';
import { blocksHtml } from './markdown-html.rules.ts';
import { inlineHtml, plainText } from './markdown-inline.rules.ts';

const linkTo = (target: string) => (target.startsWith('../src') ? undefined : `/docs/${target}`);
const inline = (text: string): string =>
  inlineHtml(text, linkTo)
    .map((part) => part.text)
    .join('');
const shown = (...lines: string[]): string =>
  blocksHtml(readBlocks(lines.join('\n')), linkTo)
    .map(({ text }) => text.replaceAll('\n', ''))
    .join('');

test('code, emphasis, links and pictures within a line become HTML, and all else is escaped', () => {
  for (const [text, expected] of [
    ['a & <b>', 'a &amp; &lt;b&gt;'],
    ['`<a> *b*`', '<code>&lt;a&gt; *b*</code>'],
    ['**very `x` much**', '<strong>very <code>x</code> much</strong>'],
    ['*so*, 2 * 3 * 4', '<em>so</em>, 2 * 3 * 4'],
    ['[a `b[]`](c)', '<a href="/docs/c">a <code>b[]</code></a>'],
    ['[spec] and [a](b)', '[spec] and <a href="/docs/b">a</a>'],
    ['[the code](../src/main.ts)', 'the code'],
    ['![a "b"](c)', '<img src="/docs/c" alt="a &quot;b&quot;" loading="lazy">'],
    ['a ` b', 'a ` b'],
    ['** [ ![', '** [ !['],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['[x]("><script>)', '<a href="/docs/&quot;&gt;&lt;script&gt;">x</a>'],
  ] as const) {
    assert.equal(inline(text), expected);
  }
});

test('headings, lists in lists, numbered steps with code, tables and code are blocks', () => {
  assert.equal(shown('## A `b`', '', 'text'), '<h2 id="a-b">A <code>b</code></h2><p>text</p>');
  assert.equal(shown('# A', '## A'), '<h2 id="a">A</h2><h2 id="a-1">A</h2>');
  assert.equal(
    shown('- one', '  - inner', '- two'),
    '<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>',
  );
  assert.equal(
    shown('3. do', '', '   ```sh', '   x <y>', '   ```', '', '   then', '4. go', '', 'end'),
    '<ol start="3"><li>do<pre tabindex="0"><code>x &lt;y&gt;</code></pre><p>then</p></li>' +
      '<li>go</li></ol><p>end</p>',
  );
  assert.equal(
    shown('| | b |', '|---|---|', '| `x\\|y` | **2** |'),
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr><td></td>' +
      '<th scope="col">b</th></tr></thead><tbody><tr><td><code>x|y</code></td>' +
      '<td><strong>2</strong></td></tr></tbody></table></div>',
  );
  assert.equal(shown('```', 'no end'), '<pre tabindex="0"><code>no end</code></pre>');
});

test('of a text with marks, the words are left', () => {
  assert.equal(plainText("**a** [`b <c>`](d) & 'e'"), "a b <c> & 'e'");
});
