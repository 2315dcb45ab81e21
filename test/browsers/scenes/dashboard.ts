import { startDemoShop } from '../../harness/demo-shop.ts';
import type { Look } from '../../harness/visits/browser.ts';
import { openPage } from '../../harness/visits/browser.ts';
import { signedIn } from '../../harness/visits/dashboard.ts';
import { tour } from '../../harness/visits/dashboard-tour.ts';

const DAYS = 150;
const LOOKS: Look[] = [
  { width: 1280, color_scheme: 'light' },
  { width: 390, color_scheme: 'dark' },
];

/** Pictures of every page of the dashboard, of a shop that has lived for some months. */
export async function shootDashboard(folder: string, only: string): Promise<string[]> {
  const { shop, store_id } = await startDemoShop(DAYS);
  const owner = await signedIn(shop, { store_id });
  const made: string[] = [];
  const nameOf = (path: string) =>
    `dashboard${path.replace(/_[0-9a-z]{20,}/g, '').replace(/[^a-z0-9]+/gi, '-')}`.slice(0, 80);
  const stops = (await tour(owner)).filter(({ path }) => nameOf(path).includes(only));
  for (const look of LOOKS) {
    const { page } = await openPage(look);
    const [name = '', value = ''] = owner.cookie.split('=');
    const url = shop.app.base_url;
    await page.context().addCookies([{ name, value, url, httpOnly: true, secure: true }]);
    for (const { path } of stops) {
      process.stderr.write(`${look.width}: ${path}\n`);
      await page.goto(url + owner.home + path);
      const file = `${nameOf(path)}-${look.color_scheme}-${look.width}.png`;
      await page.screenshot({ path: folder + file, fullPage: true });
      made.push(file);
    }
    await page.context().close();
  }
  await shop.close();
  return made;
}
