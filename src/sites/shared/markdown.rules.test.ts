import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markdown } from './markdown.ts';

const LINK = 'target="_blank" rel="noopener noreferrer nofollow"';

test('paragraphs, lists, headings, strong, emphasis, code and https links', () => {
  for (const [text, shown] of [
    ['Hello', '<p>Hello</p>'],
    ['One\n\nTwo\nthree', '<p>One</p><p>Two<br>three</p>'],
    ['- a\n- **b**', '<ul><li>a</li><li><strong>b</strong></li></ul>'],
    ['Has:\n- a\n- b', '<p>Has:</p><ul><li>a</li><li>b</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['# Title\ntext', '<p><strong>Title</strong><br>text</p>'],
    ['an *idea* in `code`', '<p>an <em>idea</em> in <code>code</code></p>'],
    [
      '[docs](https://example.com/a?b=1)',
      `<p><a href="https://example.com/a?b=1" ${LINK}>docs</a></p>`,
    ],
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ] as const) {
    assert.equal(markdown(text).text, shown, text);
  }
});

test('what could do harm is text: HTML, scripts, other kinds of links', () => {
  for (const text of [
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,x)',
    '[x](http://example.com)',
    '[x](https://a"onclick="alert(1))',
    '**<b onclick=x>**',
    '`</code><script>`',
  ]) {
    assert.doesNotMatch(markdown(text).text, /<(?!\/?(p|strong|code)>)|href=/, text);
  }
});

test('any text: only our own elements, every one of them closed, and fast', () => {
  const signs = fc.constantFrom(
    ...'*_`[]()#-<>"\'&\n 1.a',
    'https://x.y/',
    '](',
    '**',
    '\n\n',
    '- ',
  );
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 300 }), (parts) => {
      const { text } = markdown(parts.join(''));
      const open: string[] = [];
      for (const [tag, end, name = ''] of text.matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
        assert.match(name, /^(p|ul|ol|li|strong|em|code|a|br)$/);
        if (tag === '<br>') continue;
        if (end === '') open.push(name);
        else assert.equal(open.pop(), name);
      }
      assert.deepEqual(open, []);
    }),
  );
  for (const sign of ['*', '`', '[', '](', '**', '# ']) markdown(sign.repeat(5_000));
  // A line that only some patterns take for two.
  assert.match(markdown(`#${' '.repeat(9_900)}a\u2028b`).text, /<strong>a\u2028b<\/strong>/);
});
