// npm run site: the documentation of this release as files, in site/, for whoever hosts the
// project's home (docs/install.md).
//   --base /kassa    where it will be below its host (default: at the top)
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../executable/bundle.ts';
import { makeSite } from './make-site.ts';

const { base } = parseArgs({ options: { base: { type: 'string', default: '' } } }).values;
const folder = join(ROOT, 'site');
const { length } = await makeSite(folder, base.replace(/\/+$/, ''));
console.log(`${length} files in ${folder}`);
