import { Id } from './fields.ts';

// The identifiers of records that parameters name, each described once.

export const CustomerId = Id(
  'user_42',
  'Your own identifier of the customer, or the one that `create-customer` answered',
  'CustomerId',
);
export const ProductId = Id(
  'prod_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The product. `create-product` and `search-products` answer its identifier',
  'ProductId',
);
export const PlanId = Id(
  'prod_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The plan: the `product_id` of a recurring product',
  'PlanId',
);
export const CheckoutSessionId = Id(
  'cs_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The checkout session, as `create-checkout` answered it',
  'CheckoutSessionId',
);
export const PaymentLinkId = Id(
  'link_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The payment link. `list-payment-links` lists them',
  'PaymentLinkId',
);
export const TransactionId = Id(
  'txn_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The transaction. `get-transactions` lists them',
  'TransactionId',
);
export const SubscriptionId = Id(
  'sub_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The subscription. `list-subscriptions` lists them',
  'SubscriptionId',
);
export const InvoiceId = Id(
  'inv_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The invoice or credit note. `list-invoices` lists them',
  'InvoiceId',
);
export const InstanceId = Id(
  'inst_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The machine, as `activate-license` answered it',
  'InstanceId',
);
export const EventId = Id(
  'evt_00000000001ah4rk6m2x8pz7ycn5',
  'The event, from `list-events` or the `webhook-id` header',
  'EventId',
);
export const CouponCode = Id(
  'LAUNCH20',
  'The text of a discount code. Upper and lower case are the same',
  'CouponCode',
);
