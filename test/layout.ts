import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** By how many pixels a page is wider than its window. */
export const widthTooMuch = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Amounts that begin on one line and end on another. */
export const brokenAmounts = (page: Page): Promise<string[]> => page.evaluate(BROKEN_AMOUNTS);

const BROKEN_AMOUNTS = String.raw`(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (const { 0: amount, index } of text.data.matchAll(/[\p{Sc}\p{Nd}.,\u00a0\u200f\u202f]+/gu)) {
      if (!/\p{Sc}/u.test(amount)) continue;
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + amount.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) broken.push(amount);
    }
  }
  return broken;
})()`;

/** Tries a page on phones of several widths: it never scrolls sideways, and no amount breaks. */
export async function fitsPhones(page: Page, what: string): Promise<void> {
  const now = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of [320, 375, 412]) {
    await page.setViewportSize({ width, height: 800 });
    assert.equal(await widthTooMuch(page), 0, `${what}: wider than ${width}`);
    assert.deepEqual(await brokenAmounts(page), [], `${what}: amounts at ${width}`);
  }
  await page.setViewportSize(now);
}
