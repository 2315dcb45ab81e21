/** What can happen in a shop, in the past tense. */
export const EVENT_TYPES = [
  'product.created',
  'product.updated',
  'customer.created',
  'customer.updated',
  'discount_code.created',
  'discount_code.deleted',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
