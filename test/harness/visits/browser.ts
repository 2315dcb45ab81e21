import { mkdirSync } from 'node:fs';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { atEndOfProcess } from '../endings.ts';
import { findChromium } from './chromium.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const PATIENCE_MS = 5 * 60_000; // On a busy machine a page may take more than Playwright's 30 s.
const SCREENSHOTS = fileURLToPath(new URL('./screenshots/', import.meta.url));

/** Both color schemes and both widths, each once: they do not depend on each other. */
export const LOOKS = [
  { color_scheme: 'light', width: 1280 },
  { color_scheme: 'dark', width: 360 },
] as const;

let browser: Browser | undefined;
atEndOfProcess(() => browser?.close());

export interface Look {
  width?: number;
  height?: number;
  color_scheme?: 'light' | 'dark';
  javascript?: boolean;
  locale?: string;
  /** Used for this test alone: it changes what no window forgets. */
  is_new?: boolean;
}

/** Windows that no test uses now, by their look: to open a new one takes five times as long. */
const free = new Map<string, Page[]>();
const LISTENED = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'response'];

/**
 * Opens a browser window until the end of the test: a new one, or one of an earlier test that has
 * forgotten everything. `complaints` collects its errors.
 */
export async function openPage(look: Look = {}): Promise<{ page: Page; complaints: string[] }> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is needed: set CHROMIUM_PATH to it.');
  browser ??= await chromium.launch({ executablePath, args: FLAGS });
  const viewport = { width: look.width ?? 1280, height: look.height ?? 900 };
  const settings = {
    ignoreHTTPSErrors: true,
    viewport,
    colorScheme: look.color_scheme ?? 'light',
    javaScriptEnabled: look.javascript ?? true,
    ...(look.locale && { locale: look.locale }),
  };
  const kind = JSON.stringify(settings);
  const known = look.is_new ? undefined : free.get(kind)?.pop();
  const page = known ?? (await (await browser.newContext(settings)).newPage());
  page.setDefaultTimeout(PATIENCE_MS);
  after(async () => {
    if (look.is_new || !(await forget(page, viewport))) return page.context().close();
    free.set(kind, [...(free.get(kind) ?? []), page]);
  });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Makes a window what it was at first. False if that is not possible. */
async function forget(page: Page, viewport: { width: number; height: number }): Promise<boolean> {
  if (page.isClosed()) return false;
  const context = page.context();
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of LISTENED) page.removeAllListeners(event);
    await page.goto('about:blank');
    await context.clearCookies();
    await context.clearPermissions();
    await page.setExtraHTTPHeaders({});
    await page.emulateMedia({ media: null });
    await page.setViewportSize(viewport);
    return true;
  } catch {
    return false; // The test has failed in the middle of something.
  }
}

/** Only for people who want to look: `SCREENSHOTS=1 npm test -- --only portal.browser` */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png` });
}
