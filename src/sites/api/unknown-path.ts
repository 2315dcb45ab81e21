import { ERRORS, Refusal } from '../../platform/core/errors.ts';
import { nearMiss } from '../../platform/core/near-miss.ts';
import { basePath } from '../../platform/core/web-address.ts';
import { findUnder } from '../../platform/http/target.ts';
import type { Operation } from '../../platform/operation/operation.ts';

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
