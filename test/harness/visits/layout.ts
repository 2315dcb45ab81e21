import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** By how many pixels a page is wider than its window. */
export const widthTooMuch = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Amounts that begin on one line and end on another. */
const brokenAmounts = (page: Page): Promise<string[]> => page.evaluate(BROKEN_AMOUNTS);

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

/**
 * What is wrong with a page on a phone whose letters are twice as large, as people set who cannot
 * read small ones: it scrolls sideways, a short word or an amount breaks, a field or button sticks out.
 */
export async function largeTextProblems(page: Page): Promise<string[]> {
  const now = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 375, height: 800 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  const width = await widthTooMuch(page);
  const problems = [
    ...(width > 0 ? [`wider by ${width}`] : []),
    ...(await brokenAmounts(page)).map((amount) => `${amount} breaks`),
    ...(await page.evaluate<string[]>(BROKEN_WORDS)).map((word) => `${word} breaks`),
    ...(await page.evaluate<string[]>(STICKING_OUT)).map((field) => `${field} sticks out`),
  ];
  await page.evaluate("document.documentElement.style.fontSize = ''");
  await page.setViewportSize(now);
  return problems;
}

/** Words of up to eight letters. Languages that write without spaces may break anywhere. */
const BROKEN_WORDS = String.raw`(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = new Set();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (const { 0: word, index } of text.data.matchAll(
      /(?<=^|[\s(])\p{Script=Latin}{2,8}(?=$|[\s),.:;!?])/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) broken.add(word);
    }
  }
  return [...broken];
})()`;

const STICKING_OUT = `[...document.querySelectorAll('input, select, textarea, button, .button')]
  .filter((field) => !field.closest('.hidden') && field.checkVisibility())
  .filter((field) => field.getBoundingClientRect().right >
    field.parentElement.getBoundingClientRect().right + 1)
  .map((field) => field.name || field.textContent.trim())`;
