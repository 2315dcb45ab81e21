import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundle.ts';
import { makeImage } from './image.ts';
import { makeRelease } from './make.ts';

// npm run release: makes what is published into dist/ (docs/install.md).

const folder = join(ROOT, 'dist');
for (const name of await makeRelease(folder)) {
  const kilobytes = Math.ceil(statSync(join(folder, name)).size / 1000);
  console.log(`dist/${name.padEnd(16)} ${kilobytes.toLocaleString('en').padStart(9)} kB`);
}

const image = makeImage();
console.log('name' in image ? image.name : `The files are ready. No image: ${image.why_not}.`);
if ('is_error' in image && image.is_error) process.exitCode = 1;
