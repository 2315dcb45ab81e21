import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { version } from '../src/core/program.ts';
import { ROOT } from './bundle.ts';

const BUILDERS = ['docker', 'podman', 'buildah'];

/** Builds the container image with what this machine has for that. Returns its name, or undefined. */
export function makeImage(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isThere = (name: string) => folders.some((folder) => existsSync(join(folder, name)));
  const builder = BUILDERS.find(isThere);
  if (builder === undefined) return undefined;
  const name = `kassa:${version()}`;
  // The other format has no health check.
  const format = builder === 'docker' ? [] : ['--format', 'docker'];
  const { status } = spawnSync(builder, ['build', ...format, '--tag', name, '.'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${builder} could not build the image`);
  return name;
}
