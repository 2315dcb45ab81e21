import { ERRORS, Refusal } from '../core/errors.ts';
import { nearMiss } from '../core/near-miss.ts';
import { basePath } from '../core/web-address.ts';
import type { Operation } from '../operation/operation.ts';
import { findUnder } from './target.ts';

/** Refuses a path at which there is nothing, and names the operation that is almost there. */
export function createUnknownPath({
  operations,
  base_url,
}: {
  operations: Operation[];
  base_url: string | undefined;
}): (path: string) => Refusal {
  const base_path = base_url === undefined ? '' : basePath(base_url);
  const known = new Map(operations.map(({ method, path }) => [path, `${method} ${path}`]));
  return (path) => {
    const meant = findUnder(base_path, path, (below) => nearMiss(below, known.keys()));
    if (meant === undefined) return new Refusal('unknown_path');
    const [nothing, ...rest] = ERRORS.unknown_path[1].split('. ');
    const message = [nothing, `Did you mean ${known.get(meant)}?`].join('. ');
    return new Refusal('unknown_path', [], `${message} ${rest.join('. ')}`);
  };
}
