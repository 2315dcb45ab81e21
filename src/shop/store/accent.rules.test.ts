import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, readColor } from '../../platform/core/colors.ts';
import { accentColors, SURFACES } from './accent.rules.ts';

const style = readFileSync(new URL('../../sites/shared/style.css', import.meta.url), 'utf8');

/** A colour of the stylesheet, in light and in dark. */
function token(name: string): { light: string; dark: string } {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(style);
  assert(found, `style.css has --${name}`);
  return { light: String(found[1]), dark: String(found[2]) };
}

const between = (one: string, other: string) => contrast(readColor(one), readColor(other));

/** Every colour with steps of 51 in each of its parts, and a few more. */
const VALUES = ['00', '33', '66', '99', 'cc', 'ff'];
const COLORS = [
  ...VALUES.flatMap((red) =>
    VALUES.flatMap((green) => VALUES.map((blue) => `#${red}${green}${blue}`)),
  ),
  ...['#5b4bdb', '#808080', '#777777', '#7f7f00', '#010101', '#fefefe', '#ff5a00'],
];

test('contrast is that of WCAG 2', () => {
  assert.equal(between('#000000', '#ffffff'), 21);
  assert.equal(between('#ffffff', '#ffffff'), 1);
  assert.equal(between('#767676', '#ffffff').toFixed(2), '4.54');
  assert.equal(between('#ffffff', '#5b4bdb').toFixed(1), '6.0');
});

test('the surfaces are those of style.css', () => {
  for (const name of ['page', 'surface', 'sunken'] as const) {
    const { light, dark } = token(name);
    assert.deepEqual([SURFACES.light[name], SURFACES.dark[name]], [light, dark]);
  }
});

test('whatever colour a seller wants, all text is legible in light and dark, and outlines are seen', () => {
  const text_colors = ['text', 'quiet', 'good', 'warn', 'bad'].map(token);
  const field_line = token('field-line');
  for (const color of COLORS) {
    const both = accentColors(color);
    for (const mode of ['light', 'dark'] as const) {
      const { accent, on_accent, accent_text, accent_soft } = both[mode];
      const { page, surface, sunken } = SURFACES[mode];
      const at = `${color} in ${mode}`;
      assert(between(on_accent, accent) >= 4.5, `${at}: text on buttons`);
      for (const ground of [page, surface, sunken, accent_soft]) {
        assert(between(accent_text, ground) >= 4.5, `${at}: links on ${ground}`);
        assert(between(accent, ground) >= 3, `${at}: outlines on ${ground}`);
      }
      for (const one of text_colors) {
        assert(between(one[mode], accent_soft) >= 4.5, `${at}: ${one[mode]} on ${accent_soft}`);
      }
      assert(between(field_line[mode], accent_soft) >= 3, `${at}: fields on ${accent_soft}`);
    }
  }
});

test('a colour that is legible already stays as it is, and the hue of others too', () => {
  assert.equal(accentColors('#5b4bdb').light.accent, '#5b4bdb');
  assert.equal(accentColors('#5b4bdb').light.accent_text, '#5b4bdb');
  assert.equal(accentColors('#8f83ff').dark.accent, '#8f83ff');
  const { light, dark } = accentColors('#ffe600');
  assert.equal(dark.accent, '#ffe600');
  assert.equal(dark.on_accent, '#000000');
  const [red, green, blue] = readColor(light.accent);
  assert(red > green && green > 0 && blue === 0, 'a darker yellow');
});
