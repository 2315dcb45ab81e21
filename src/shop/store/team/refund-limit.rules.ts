/**
 * What somebody asks for who may refund only so much of a payment, `refund_max` in whole units of
 * its currency. The operation counts all refunds of the payment while it is locked, so that two at
 * once cannot get past it. Undefined: it gives back money that cannot be counted.
 */
export function withinRefundLimit<Input extends object>(
  { path }: { path: string },
  input: Input,
  refund_max: number | null,
): Input | undefined {
  if (refund_max === null) return input;
  if (path === '/refund-transaction') return { ...input, refunded_max: refund_max };
  if (path !== '/cancel-subscription') return input;
  return 'refund' in input && input.refund !== undefined && input.refund !== 'none'
    ? undefined
    : input;
}
