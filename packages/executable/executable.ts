import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assets, bundle, ROOT, THREAD } from './bundle.ts';

/** launch.cjs explains them, and gives the same. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];

/** Writes Kassa with all that it loads, and the Node that runs it, into one file. */
export async function makeExecutable(output: string, node: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-release-'));
  try {
    writeFileSync(join(folder, 'main.js'), await bundle('src/main.ts'));
    writeFileSync(join(folder, 'thread.js'), await bundle(THREAD));
    const options = {
      main: 'main.js',
      output,
      executable: node,
      disableExperimentalSEAWarning: true,
      // What was compiled here need not be compiled at each start, if V8 has the same flags there.
      useCodeCache: true,
      execArgv: FLAGS,
      assets: { ...assets(), [THREAD]: 'thread.js' },
    };
    writeFileSync(join(folder, 'sea.json'), JSON.stringify(options));
    const how = [...FLAGS, '--build-sea', 'sea.json'];
    const { status, stdout, stderr } = spawnSync(node, how, { cwd: folder });
    if (status !== 0 || !existsSync(output)) throw new Error(`${stdout}${stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The Node of package-lock.json for this machine, whichever runs this script. */
export function pinnedNode(): string {
  const { platform, arch } = process;
  const path = join(ROOT, `node_modules/node-${platform}-${arch}/bin/node`);
  if (platform === 'linux' && existsSync(path)) return path;
  throw new Error(
    `No executable can be made on ${platform}-${arch}: Linux on x64 or arm64 is needed, and ${path}.`,
  );
}
