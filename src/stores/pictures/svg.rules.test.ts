import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureError } from './raster.rules.ts';
import { rebuildSvg } from './svg.rules.ts';

const rebuilt = (text: string): string => rebuildSvg(Buffer.from(text)).bytes.toString();
const svg = (content: string, attributes = 'viewBox="0 0 24 24"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

test('shapes, colours and gradients stay', () => {
  const same = svg(
    '<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#ff8a5c"></stop>' +
      '<stop offset="1" stop-color="#5b4bdb"></stop></linearGradient></defs>' +
      '<g transform="translate(1 2)"><rect width="48" height="48" rx="10" fill="url(#g)"></rect>' +
      '<path d="M2 6V4a4 4 0 1 1 8 0v2h.5" stroke-width="2" fill="none"></path>' +
      '<text x="1" font-family="\'Arial\', sans-serif">A &amp; B</text></g>',
  );
  assert.equal(rebuilt(same), same);
  assert.deepEqual(
    [rebuildSvg(Buffer.from(same)).width, rebuildSvg(Buffer.from(same)).height],
    [24, 24],
  );
});

test('styles, as drawing programs write them, become attributes', () => {
  const drawn = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">
<!-- Generator -->${svg(
    '<defs><style>/* a */ .a{fill:#f00;width:9px} .b,.c{stroke : blue !important}' +
      '.d{fill:url(https://evil.example/x)}</style></defs>' +
      '<path class="a b" d="M0 0"/><path class="d" style="fill:#0f0;opacity:.5" d="M1 1"/>',
  )}`;
  assert.equal(
    rebuilt(drawn),
    svg(
      '<defs></defs><path d="M0 0" fill="#f00" stroke="blue"></path>' +
        '<path d="M1 1" fill="#0f0" opacity=".5"></path>',
    ),
  );
});

test('nothing that runs, loads or leads away stays', () => {
  const gone = [
    '<script>alert(1)</script>',
    '<script href="https://evil.example/x.js"/>',
    '<foreignObject><iframe src="https://evil.example"/></foreignObject>',
    '<image href="https://evil.example/x.png"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zz4="/>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<use href="https://evil.example/x.svg#a"/>',
    '<use xlink:href="data:image/svg+xml,x#a"/>',
    '<style>@import url(https://evil.example/x.css);</style>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<filter id="f"><feImage href="https://evil.example"/></filter>',
    '<metadata>x</metadata>',
    '<pattern id="p"><rect/></pattern>',
    '<svg:script>alert(1)</svg:script>',
    '<handler>alert(1)</handler>',
    'just text',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<?xml-stylesheet href="https://evil.example/x.css"?>',
    '<!-- <script> -->',
  ];
  for (const one of gone) assert.equal(rebuilt(svg(one)), svg(''), one);
  const attributes = [
    'onload="alert(1)"',
    'onclick="alert(1)"',
    'href="https://evil.example"',
    'xml:base="https://evil.example"',
    'fill="url(https://evil.example/x#a)"',
    'fill="url(#a) url(https://evil.example)"',
    'fill="u&#x72;l(https://evil.example)"',
    'fill="\\75rl(https://evil.example)"',
    'style="background:url(https://evil.example)"',
    'style="fill:url(//evil.example)"',
    'mask="url(//evil.example#m)"',
    'cursor="url(x.cur),auto"',
    'filter="url(#f)"',
    'class="x"',
    'font-family="a;b:c"',
    'xmlns:x="http://evil.example"',
  ];
  for (const one of attributes) {
    assert.equal(rebuilt(svg(`<rect ${one}/>`)), svg('<rect></rect>'), one);
  }
});

test('what draws again is drawn once: no few lines are endless', () => {
  const levels = Array.from({ length: 20 }, (_, at) => {
    const below = at === 0 ? '<rect/>' : `<use href="#l${at - 1}"/>`.repeat(5);
    return `<g id="l${at}">${below}</g>`;
  });
  const bomb = rebuilt(svg(`<defs>${levels.join('')}</defs><use href="#l19"/>`));
  assert(!bomb.includes('#l19"') && !bomb.includes('href="#l1"'));
  assert(bomb.includes('<use href="#l0">'));
  const masks = svg(
    '<clipPath id="a"><rect clip-path="url(#b)" width="1"/></clipPath><g id="g" mask="url(#m)"/>' +
      '<mask id="m"><use href="#g"/></mask>',
  );
  assert.equal(
    rebuilt(masks),
    svg(
      '<clipPath id="a"><rect width="1"></rect></clipPath><g id="g" mask="url(#m)"></g>' +
        '<mask id="m"></mask>',
    ),
  );
});

test('files that are broken, endless or have no size are refused', () => {
  for (const text of [
    '<svg',
    '<svg viewBox="0 0 1 1">',
    '<svg viewBox="0 0 1 1"></g>',
    '<html></html>',
    `${svg('')}${svg('')}`,
    '<svg></svg>',
    '<svg viewBox="0 0 0 9"></svg>',
    '<svg viewBox="0 0 1 1" viewBox="0 0 1 1"></svg>',
    '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg viewBox="0 0 1 1">&a;</svg>',
    svg('&bomb;'),
    svg('&constructor;'),
    svg('&#0;'),
    svg('<g>'.repeat(200) + '</g>'.repeat(200)),
    svg('<g/>'.repeat(20_000)),
    svg(`<rect id="r"/>${'<use href="#r"/>'.repeat(101)}`),
    svg('<!-- '),
    svg('<rect fill=red/>'),
    '\xff\xfe',
  ]) {
    assert.throws(() => rebuilt(text), PictureError, text.slice(0, 60));
  }
  assert.throws(() => rebuildSvg(Buffer.from([0x3c, 0xff, 0xfe])), PictureError);
});

test('whatever is mixed into a file: written anew it is harmless, and stays as it is', () => {
  let seed = 3;
  const one = <T>(of: readonly T[]): T => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return of[seed % of.length] as T;
  };
  const parts = [
    ...['<g>', '</g>', '<rect ', '/>', '>', '<script>', '</script>', '<use href="#a"/>', 'id="a"'],
    ...['style="', '"', "'", 'fill:', 'url(', '#a)', ';', 'onload=', 'alert(1)', '<!--', '-->'],
    ...['<![CDATA[', ']]>', '&lt;', '&#60;', '&quot;', ' ', '<text>', '</text>', '<style>.a{'],
    ...['}</style>', 'class="a"', '<image href="x"/>', 'javascript:', 'mask=', '<mask id="m">'],
  ];
  let written = 0;
  for (let at = 0; at < 3_000; at++) {
    const text = svg(Array.from({ length: 1 + (at % 12) }, () => one(parts)).join(''));
    try {
      const first = rebuilt(text);
      written += 1;
      assert.equal(rebuilt(first), first);
      const markup = first.replace(/>[^<]*</g, '><');
      assert(!/script|onload|javascript|url\((?!#a\)")|style|image/i.test(markup), first);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
    }
  }
  assert(written > 200, String(written));
});

test('styles take a time that grows with their length alone, whatever stands in them', () => {
  const many = 40_000;
  for (const content of [
    `<rect style="fill: ${' '.repeat(many)}!x"/>`,
    `<style>${'/*a'.repeat(many)}</style><rect/>`,
    `<style>${'.a,'.repeat(many)}.b{${'fill:red;'.repeat(many / 4)}}</style><rect/>`,
  ]) {
    assert.equal(rebuilt(svg(content)), svg('<rect></rect>'));
  }
});

test('many classes with many looks on many elements are too complex; a large drawing is not', () => {
  const names = Array.from({ length: 20 }, (_, at) => `a${at}`);
  const looks =
    'fill:red;stroke:blue;opacity:1;stroke-width:2;color:red;mask:none;stroke-opacity:1';
  const style = `<style>${names.map((name) => `.${name}{${looks}}`).join('')}</style>`;
  const drawing = (classes: string) => svg(style + `<g class="${classes}"></g>`.repeat(8_000));
  assert.throws(() => rebuilt(drawing(names.join(' '))), /is too complex/);
  assert.match(rebuilt(drawing('a0 a1')), /fill="red"/);
});

test('signs that no text has are refused: no browser would show the picture', () => {
  for (const sign of ['\0', '\x0b', '\x7f', '\uffff']) {
    assert.throws(() => rebuilt(svg(`<text>${sign}</text>`)), PictureError);
  }
});
