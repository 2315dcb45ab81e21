import { spawnSync } from 'node:child_process';
import { version } from '../../src/platform/core/program.ts';
import { ROOT } from './bundle.ts';

const BUILDERS = ['docker', 'podman', 'buildah'];

/** The name of the image; or why there is none, and whether that is an error. */
export type Image = { name: string } | { why_not: string; is_error: boolean };

/** Builds the container image with what this machine has for that. */
export function makeImage(env = process.env): Image {
  const asked = BUILDERS.map((builder) => ({ builder, ...spawnSync(builder, ['info'], { env }) }));
  const builder = asked.find(({ status }) => status === 0)?.builder;
  if (builder === undefined) {
    const there = asked.filter(({ status }) => status !== null).map((one) => one.builder);
    const why_not =
      there.length === 0
        ? 'there is no docker, podman or buildah here'
        : `${there.join(' and ')} cannot be used here (\`${there[0]} info\` says why; does its service run?)`;
    return { why_not, is_error: false };
  }
  const name = `kassa:${version()}`;
  // The other format has no health check.
  const format = builder === 'docker' ? [] : ['--format', 'docker'];
  const { status } = spawnSync(builder, ['build', ...format, '--tag', name, '.'], {
    ...{ cwd: ROOT, stdio: 'inherit', env },
  });
  return status === 0 ? { name } : { why_not: `${builder} could not build it`, is_error: true };
}
