import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SDK = join(import.meta.dirname, '..');
const TSC = join(SDK, '../../node_modules/typescript/bin/tsc');

/** Compiles the package: ES modules and CommonJS, each with declarations of its own. */
export function compile(dist: string): void {
  rmSync(dist, { recursive: true, force: true });
  const forms = [
    { folder: 'esm', module: 'esnext', type: 'module' },
    { folder: 'cjs', module: 'commonjs', type: 'commonjs' },
  ];
  for (const { folder, module, type } of forms) {
    const to = join(dist, folder);
    const args = [TSC, '-p', join(SDK, 'tsconfig.json'), '--module', module, '--outDir', to];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stdout);
    mkdirSync(to, { recursive: true });
    writeFileSync(join(to, 'package.json'), `${JSON.stringify({ type })}\n`);
    // The compiler leaves the names of sources in declarations.
    for (const name of globSync('**/*.d.ts', { cwd: to })) {
      const text = readFileSync(join(to, name), 'utf8');
      writeFileSync(join(to, name), text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
    }
  }
}
