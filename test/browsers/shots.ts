// npm run shots: pictures of every page in every state, to be looked at, in `shots/`.
//   --only TEXT      only the scenes with this in their name
//   --languages all  in every language, narrow and light (default: en, and de and ar of the main ones)
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PAGE_LANGUAGES } from '../../src/platform/core/languages.ts';
import { startShop } from '../harness/shop.ts';
import { type Look, openPage } from '../harness/visits/browser.ts';
import { shootDashboard } from './scenes/dashboard.ts';
import { SCENES } from './scenes/scenes.ts';
import { setStage } from './scenes/stage.ts';
import { visit } from './scenes/visit.ts';

const FOLDER = fileURLToPath(new URL('../../shots/', import.meta.url));
const LOOKS: Look[] = [
  { width: 1280, color_scheme: 'light' },
  { width: 390, height: 664, color_scheme: 'light' },
  { width: 360, color_scheme: 'dark', javascript: false },
];
const ABROAD: Look = { width: 390, color_scheme: 'light' };

const { only, languages } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    languages: { type: 'string', default: 'de,ar' },
  },
}).values;
const chosen = SCENES.filter(({ name }) => name.includes(only));
const locales = languages === 'all' ? Object.keys(PAGE_LANGUAGES) : languages.split(',');

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const shop = await startShop();
const stage = await setStage(shop);
const made: string[] = [];
for (const [at, scene] of chosen.entries()) {
  process.stderr.write(`${at + 1} of ${chosen.length}: ${scene.name}\n`);
  const abroad = scene.is_english ? [] : locales.map((locale) => ({ ...ABROAD, locale }));
  for (const look of [...LOOKS, ...abroad]) {
    const { page } = await openPage(look);
    await visit(page, scene, stage);
    const file = `${scene.name}-${look.locale ?? look.color_scheme}-${look.width}.png`;
    await page.screenshot({ path: FOLDER + file, fullPage: look.height === undefined });
    await page.context().close();
    made.push(file);
  }
}
if (only === '' || only.startsWith('dashboard')) made.push(...(await shootDashboard(FOLDER, only)));
const figures = made.map(
  (file) => `<figure><img src="${file}" alt=""><figcaption>${file}</figcaption></figure>`,
);
writeFileSync(
  `${FOLDER}index.html`,
  `<!doctype html><meta charset="utf-8"><style>
body { font: 14px system-ui; display: flex; flex-wrap: wrap; gap: 16px } img { max-width: 400px; border: 1px solid #999 }
</style>${figures.join('\n')}`,
);
process.stdout.write(`${made.length} pictures: open ${FOLDER}index.html\n`);
await shop.close();
process.exit();
