import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** How somebody outside of the container that this process is in reaches into it. */
export interface Container {
  /** What comes before a command that runs inside: `docker exec 5d3e0f1c2b4a`. */
  exec: string;
  /** Copies a file from inside to the folder where it is typed. */
  copyOut(path: string): string;
}

const MARKS = [
  { file: '.dockerenv', engine: 'docker' },
  { file: 'run/.containerenv', engine: 'podman' },
];

/** Undefined outside of containers, and where the machine does not bear its container's id. */
export function findContainer(root = '/', name = hostname()): Container | undefined {
  const found = MARKS.find(({ file }) => existsSync(join(root, file)));
  if (!found || !/^[0-9a-f]{12}$/.test(name)) return undefined;
  return {
    exec: `${found.engine} exec ${name}`,
    copyOut: (path) => `${found.engine} cp ${name}:${path} .`,
  };
}
