import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assets, bundle, ROOT, THREAD } from './bundle.ts';

/** As launch.cjs gives them, and the Dockerfile did before there was an executable. */
const FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring',
];

/** Writes Kassa with all that it loads, and the Node that runs it, into one file. */
export async function makeExecutable(output: string): Promise<void> {
  const node = pinnedNode();
  const folder = mkdtempSync(join(tmpdir(), 'kassa-release-'));
  try {
    const [main, thread, config] = ['main.js', 'thread.js', 'sea.json'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(main, await bundle('src/main.ts'));
    writeFileSync(thread, await bundle(THREAD));
    const options = {
      main,
      output,
      executable: node,
      disableExperimentalSEAWarning: true,
      // What was compiled here need not be compiled at each start, if V8 has the same flags there.
      useCodeCache: true,
      execArgv: FLAGS,
      assets: { ...assets(), [THREAD]: thread },
    };
    writeFileSync(config, JSON.stringify(options));
    const { status, stdout, stderr } = spawnSync(node, [...FLAGS, '--build-sea', config]);
    if (status !== 0 || !existsSync(output)) throw new Error(`${stdout}${stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The Node of package-lock.json for this machine, whichever runs this script. */
export function pinnedNode(): string {
  const windows = process.platform === 'win32';
  const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
  const name = platform === 'darwin-arm64' ? `node-bin-${platform}` : `node-${platform}`;
  const path = join(ROOT, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  if (!existsSync(path)) throw new Error(`No executable can be made on ${platform}: no ${path}.`);
  return path;
}
