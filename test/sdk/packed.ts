import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { compile } from '../../packages/sdk/build/compile.ts';
import { atEndOfProcess } from '../harness/endings.ts';

const SDK = join(import.meta.dirname, '../../packages/sdk');
const run = promisify(execFile);
let made: Promise<string> | undefined;

/** An empty project into which the packed SDK was installed: its folder, once per process. */
export function projectWithSdk(): Promise<string> {
  made ??= makeProject();
  return made;
}

async function makeProject(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-sdk-'));
  atEndOfProcess(() => rmSync(folder, { recursive: true, force: true }));
  const [source, project] = [join(folder, 'source'), join(folder, 'project')];
  mkdirSync(source);
  mkdirSync(project);
  for (const name of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']) {
    copyFileSync(join(SDK, name), join(source, name));
  }
  compile(join(source, 'dist'));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: source,
  });
  const [tarball] = JSON.parse(packed.stdout);
  assert.ok(tarball.filename);
  writeFileSync(join(project, 'package.json'), '{"name":"consumer","private":true}\n');
  const install = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--cache',
    join(folder, 'npm'),
  ];
  await run('npm', [...install, join(folder, tarball.filename)], { cwd: project });
  return project;
}

/** The Node that people have. npm puts that of Kassa before it on the PATH. */
export function nodeOnPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
    .find((file) => existsSync(file));
  return found ?? process.execPath;
}

/** Runs a program in the project. Both the Node on the PATH and ours can be asked for. */
export async function runInProject(
  { name, text, node = process.execPath }: { name: string; text: string; node?: string },
  env: Record<string, string> = {},
): Promise<string> {
  const project = await projectWithSdk();
  writeFileSync(join(project, name), text);
  const { NODE_COMPILE_CACHE: _, ...own } = process.env;
  const { stdout } = await run(node, [name], { cwd: project, env: { ...own, ...env } });
  return stdout;
}
