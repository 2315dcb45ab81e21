import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeProblems } from '../../../../test/harness/visits/axe.ts';
import { openPage, screenshot } from '../../../../test/harness/visits/browser.ts';
import { wordsIn } from '../../../../texts/words.ts';
import { LANGUAGES } from '../../../platform/core/languages.ts';
import { type LetterKind, writeLetter } from './letters.rules.ts';
import { SAMPLES } from './samples.rules.ts';

const KINDS = Object.keys(SAMPLES).filter((name): name is LetterKind => name in SAMPLES);
const PHONE = 390;

for (const color_scheme of ['light', 'dark'] as const) {
  test(`every mail is readable on a phone, ${color_scheme}: no problem that axe knows, nothing too wide`, async () => {
    const { page, complaints } = await openPage({ width: PHONE, color_scheme, javascript: true });
    for (const [at, kind] of KINDS.entries()) {
      const { html } = writeLetter({
        kind,
        words: await wordsIn(LANGUAGES[at % LANGUAGES.length] ?? 'en'),
        brand: { store_name: 'Analytical Engines', is_test: at % 2 === 0, can_reply: true },
        data: { ...SAMPLES[kind], customer_name: `Ada ${'Lovelace'.repeat(at)}` },
        own: { subject: undefined, greeting: undefined },
      });
      await page.goto(`data:text/html;base64,${Buffer.from(html).toString('base64')}`);
      await screenshot(page, `mail-${kind}-${color_scheme}`);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(Number(width) <= PHONE, `${kind}: ${width}`);
      assert.deepEqual(await axeProblems(page, '[role=article]'), [], kind);
    }
    assert.deepEqual(complaints, []);
  });
}
