// How the stand-in can be made to fail.
export type FaultKind =
  | 'timeout_before' // never answered, nothing done
  | 'timeout_after' // done, never answered
  | 'drop_before' // connection ended, nothing done
  | 'drop_after' // done, connection ended
  | 'cut_answer' // done, half of the answer arrives
  | 'error_500_before' // nothing done; kept under the idempotency key, as Stripe keeps it
  | 'error_500_after' // done; kept under the idempotency key
  | 'error_500_halfway' // a payment is made and not confirmed; kept under the idempotency key
  | 'error_503' // nothing done, not kept: it never reached the endpoint
  | 'rate_limit' // 429, nothing done, not kept
  | 'rate_limit_400' // the same with 400, as Stripe’s package expects it too
  | 'lock_timeout' // 429 of an object in use, nothing done, not kept
  | 'refused' // for a reason of the seller's (`refusal`), nothing done; kept under the key
  | 'key_in_use' // 409 of a request with the same key under way, nothing done, not kept
  | 'slow_before' // answered after `delay_ms`, done at the end of it
  | 'slow_after'; // done at once, answered after `delay_ms`

export interface Fault {
  /** As in the list of routes: `POST /v1/payment_intents/:id/confirm`; `*` is any. */
  call: string;
  kind: FaultKind;
  /** Only calls of this account; none given: of all. */
  account?: string;
  /** How many calls it meets; none given: all. */
  times: number;
  /** How many calls it lets pass first. */
  skip: number;
  delay_ms: number;
  /** Of `refused`: as Stripe says it. */
  refusal?: { status: number; message: string; code?: string; param?: string };
}

/** The first that meets this call. */
export function takeFault(
  faults: Fault[],
  { call, account }: { call: string; account: string },
): Fault | undefined {
  for (const fault of faults) {
    if ((fault.account ?? account) !== account) continue;
    if (fault.times === 0 || (fault.call !== '*' && fault.call !== call)) continue;
    if (fault.skip > 0) {
      fault.skip -= 1;
      continue;
    }
    fault.times -= 1;
    return fault;
  }
  return undefined;
}
