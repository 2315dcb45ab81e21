/**
 * What a seller's agent needs on most days, with the parameters that the list of tools only names:
 * who wants them asks `describe`. All other operations are found with `find`.
 */
export const USUAL_TOOLS: Readonly<Record<string, readonly string[]>> = {
  'get-store': [],
  'get-attention': [],
  'get-metrics': [],
  'search-store': [],
  'search-products': ['currency', 'order'],
  'create-product': ['image_url', 'image', 'tier', 'tax_behavior', 'tax_category', 'metadata'],
  'update-product': [
    ...['image_url', 'image', 'tier', 'license', 'trial_days', 'tax_behavior', 'tax_category'],
    'metadata',
  ],
  'list-customers': ['order'],
  'get-customer': ['first'],
  'list-subscriptions': ['order'],
  'get-subscription': [],
  'preview-subscription-change': [],
  'update-subscription': [],
  'cancel-subscription': ['comment'],
  'get-transactions': ['checkout_session_id', 'refunded_transaction_id', 'refunds'],
  'refund-transaction': ['refunded_max'],
  'list-licenses': ['license_id'],
  'validate-license': ['certificate'],
  'activate-license': [],
  'deactivate-license': [],
  'list-discount-codes': [],
  'create-discount-code': ['name', 'max_redemptions_per_customer'],
  'create-payment-link': [
    ...['adjustable_quantity', 'custom_fields', 'success_url', 'cancel_url', 'redirect'],
    'metadata',
  ],
  'create-checkout': [
    ...['customer_name', 'guest', 'adjustable_quantity', 'custom_fields', 'cancel_url'],
    ...['redirect', 'metadata', 'request_id', 'return_key', 'expires_in_minutes'],
  ],
  'list-invoices': ['kind', 'number'],
};
