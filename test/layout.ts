import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** By how many pixels a page is wider than its window. */
export const widthTooMuch = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Tries a page on phones of several widths: it never scrolls sideways. */
export async function fitsPhones(page: Page, what: string): Promise<void> {
  const now = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of [320, 375, 412]) {
    await page.setViewportSize({ width, height: 800 });
    assert.equal(await widthTooMuch(page), 0, `${what}: wider than ${width}`);
  }
  await page.setViewportSize(now);
}
