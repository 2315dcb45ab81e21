import { type Deprecation, deprecationHeaders } from '../../platform/core/deprecation.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import type { Caller } from './admit.ts';

interface Sent {
  body: Record<string, unknown>;
  query: Map<string, string> | undefined;
}

/** The parameters of a request that go away; undefined: none, as nearly always. */
export function deprecatedParameters(
  { deprecated_parameters }: Operation,
  { body, query }: Sent,
): Deprecation[] | undefined {
  if (deprecated_parameters.size === 0) return undefined;
  return [...deprecated_parameters]
    .filter(([name]) => (body[name] ?? null) !== null || query?.has(name))
    .map(([, deprecation]) => deprecation);
}

/** What an answer says of the end of what was used: the operation, or parameters that were sent. */
export function deprecatedHeaders({
  operation,
  deprecated,
}: Caller & { operation: Operation }): string[] {
  if (!operation.deprecated && !deprecated) return NONE;
  return deprecationHeaders([
    ...(operation.deprecated ? [operation.deprecated] : []),
    ...(deprecated ?? []),
  ]);
}

const NONE: string[] = [];
