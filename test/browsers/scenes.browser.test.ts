import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { PAGE_LANGUAGES } from '../../src/platform/core/languages.ts';
import { IN_CAMPAIGN } from '../harness/seed.ts';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { type Look, openPage } from '../harness/visits/browser.ts';
import { largeTextProblems } from '../harness/visits/layout.ts';
import { SCENES } from './scenes/scenes.ts';
import { setStage } from './scenes/stage.ts';
import { visit } from './scenes/visit.ts';

const PAGE_BYTES_MAX = 40_000;
const MAIN_SCENES = ['checkout-declined', 'portal'];
const main_scenes = SCENES.filter(({ name }) => MAIN_SCENES.includes(name));

const shop = await startShop();
const stage = await setStage(shop);

/** Each scene in one of these, in turns; with and without JavaScript. */
const LOOKS: Look[] = [
  { width: 1280, color_scheme: 'light' },
  { width: 360, color_scheme: 'dark', javascript: false },
  { width: 390, color_scheme: 'light' },
];

/** Opens a scene, and looks for whatever no page may have. */
async function look(page: Page, scene: (typeof SCENES)[number]): Promise<void> {
  let bytes = 0;
  page.on('response', async (answer) => {
    const type = answer.headers()['content-type'] ?? '';
    if (type.startsWith('text/html')) bytes = Number(answer.headers()['content-length']);
    if (type.startsWith('text/css')) bytes += Number(answer.headers()['content-length']);
    assert.ok(answer.url().startsWith(shop.app.base_url), `${answer.url()} is elsewhere`);
  });
  await visit(page, scene, stage);
  assert.ok(bytes < PAGE_BYTES_MAX || scene.name === 'reference', `${bytes} bytes`);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.equal(overflow, 0, 'no sideways scrolling');
}

describe('pages', () => {
  for (const [at, scene] of SCENES.entries()) {
    const chosen = LOOKS[at % LOOKS.length] ?? {};
    const { width, color_scheme } = chosen;
    test(`${scene.name} is light and fits: ${color_scheme}, ${width} wide`, async () => {
      const { page, complaints } = await openPage(chosen);
      await look(page, scene);
      assert.deepEqual(await largeTextProblems(page), []);
      assert.deepEqual(
        complaints.filter((text) => !/status of 4\d\d/.test(text)),
        [],
      );
    });
  }

  for (const [number, language] of Object.keys(PAGE_LANGUAGES).entries()) {
    test(`the main pages are accessible and in one language: ${language}`, async () => {
      // The same window for all of them: to open one takes longer than to look at the pages.
      const { page } = await openPage({ width: 390, color_scheme: 'dark' });
      await page.setExtraHTTPHeaders({ 'accept-language': language });
      for (const [at, scene] of main_scenes.entries()) {
        await look(page, scene);
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        // In turns: each of these pages in half of the languages, in a campaign in all.
        if (IN_CAMPAIGN || (at + number) % main_scenes.length === 0) {
          assert.deepEqual(await axeProblems(page), [], scene.name);
        }
      }
    });
  }
});
