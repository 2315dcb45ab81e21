import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.ts';
import { generatedSources } from './generate.ts';

// npm run sdk: writes the generated sources, then compiles the package into packages/sdk/dist.

const SDK = join(import.meta.dirname, '..');
const folder = join(SDK, 'src/generated');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, text] of Object.entries(generatedSources()))
  writeFileSync(join(folder, name), text);
compile(join(SDK, 'dist'));
