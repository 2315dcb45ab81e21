/** What can happen in a shop, in the past tense. */
export type EventType =
  | 'product.created'
  | 'product.updated'
  | 'customer.created'
  | 'customer.updated'
  | 'discount_code.created'
  | 'discount_code.deleted'
  | 'checkout.completed'
  | 'checkout.expired'
  | 'transaction.paid'
  | 'transaction.declined'
  | 'transaction.refunded';
