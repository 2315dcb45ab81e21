import { getAttention } from './attention/get-attention.ts';
import { listAuditEntries } from './audit/list-audit-entries.ts';
import { completeCheckout } from './checkout/complete-checkout.ts';
import { createCheckout } from './checkout/create-checkout.ts';
import { expireCheckout } from './checkout/expire-checkout.ts';
import { getCheckout } from './checkout/get-checkout.ts';
import { advanceClock } from './clock/advance-clock.ts';
import { getClock } from './clock/get-clock.ts';
import { adjustCustomerBalance } from './customers/adjust-customer-balance.ts';
import { createCustomer } from './customers/create-customer.ts';
import { createCustomerBilling } from './customers/create-customer-billing.ts';
import { getCustomer } from './customers/get-customer.ts';
import { listCustomers } from './customers/list-customers.ts';
import { revokePortalLinks } from './customers/revoke-portal-links.ts';
import { updateCustomer } from './customers/update-customer.ts';
import { createDiscountCode } from './discounts/create-discount-code.ts';
import { deleteDiscountCode } from './discounts/delete-discount-code.ts';
import { getDiscountCode } from './discounts/get-discount-code.ts';
import { listDiscountCodes } from './discounts/list-discount-codes.ts';
import { getEvent } from './events/get-event.ts';
import { listCustomerActivity } from './events/list-customer-activity.ts';
import { listEvents } from './events/list-events.ts';
import { correctInvoice } from './invoices/correct-invoice.ts';
import { getInvoice } from './invoices/get-invoice.ts';
import { getInvoiceSettings } from './invoices/get-invoice-settings.ts';
import { listInvoices } from './invoices/list-invoices.ts';
import { updateInvoiceSettings } from './invoices/update-invoice-settings.ts';
import { activateLicense } from './licenses/activate-license.ts';
import { deactivateLicense } from './licenses/deactivate-license.ts';
import { disableLicense } from './licenses/disable-license.ts';
import { enableLicense } from './licenses/enable-license.ts';
import { getLicense } from './licenses/get-license.ts';
import { listLicenses } from './licenses/list-licenses.ts';
import { reissueLicense } from './licenses/reissue-license.ts';
import { releaseInstance } from './licenses/release-instance.ts';
import { updateLicense } from './licenses/update-license.ts';
import { validateLicense } from './licenses/validate-license.ts';
import { createPaymentLink } from './links/create-payment-link.ts';
import { getPaymentLink } from './links/get-payment-link.ts';
import { listPaymentLinks } from './links/list-payment-links.ts';
import { updatePaymentLink } from './links/update-payment-link.ts';
import { getMail } from './mails/get-mail.ts';
import { getMailSettings } from './mails/get-mail-settings.ts';
import { listMails } from './mails/list-mails.ts';
import { previewMail } from './mails/preview-mail.ts';
import { resendMail } from './mails/resend-mail.ts';
import { sendTestMail } from './mails/send-test-mail.ts';
import { updateMailSettings } from './mails/update-mail-settings.ts';
import { getCohorts } from './metrics/get-cohorts.ts';
import { getMetrics } from './metrics/get-metrics.ts';
import type { Operation } from './operation/operation.ts';
import { getPaymentMethod } from './payments/get-payment-method.ts';
import { inviteMember } from './people/invite-member.ts';
import { listMembers } from './people/list-members.ts';
import { removeMember } from './people/remove-member.ts';
import { updateMember } from './people/update-member.ts';
import { archiveProduct } from './products/archive-product.ts';
import { createProduct } from './products/create-product.ts';
import { getProduct } from './products/get-product.ts';
import { searchProducts } from './products/search-products.ts';
import { updateProduct } from './products/update-product.ts';
import { connectProvider } from './providers/connect-provider.ts';
import { disconnectProvider } from './providers/disconnect-provider.ts';
import { getProvider } from './providers/get-provider.ts';
import { resolveTransaction } from './providers/resolve-transaction.ts';
import { dismissFraudWarning } from './refunds/dismiss-fraud-warning.ts';
import { refundTransaction } from './refunds/refund-transaction.ts';
import { findPage } from './search/find-page.ts';
import { searchStore } from './search/search-store.ts';
import { createApiKey } from './stores/create-api-key.ts';
import { getBackups } from './stores/get-backups.ts';
import { getStore } from './stores/get-store.ts';
import { getStoreSettings } from './stores/get-store-settings.ts';
import { listApiKeys } from './stores/list-api-keys.ts';
import { revokeApiKey } from './stores/revoke-api-key.ts';
import { updateStore } from './stores/update-store.ts';
import { updateStoreSettings } from './stores/update-store-settings.ts';
import { applyCoupon } from './subscriptions/apply-coupon.ts';
import { cancelSubscription } from './subscriptions/cancel-subscription.ts';
import { createCardUpdate } from './subscriptions/create-card-update.ts';
import { extendTrial } from './subscriptions/extend-trial.ts';
import { getSubscription } from './subscriptions/get-subscription.ts';
import { listSubscriptions } from './subscriptions/list-subscriptions.ts';
import { pauseSubscription } from './subscriptions/pause-subscription.ts';
import { previewSubscriptionCancel } from './subscriptions/preview-subscription-cancel.ts';
import { previewSubscriptionChange } from './subscriptions/preview-subscription-change.ts';
import { resumeSubscription } from './subscriptions/resume-subscription.ts';
import { updatePaymentMethod } from './subscriptions/update-payment-method.ts';
import { updateSubscription } from './subscriptions/update-subscription.ts';
import { upgradeSubscription } from './subscriptions/upgrade-subscription.ts';
import { createTaxRate } from './taxes/create-tax-rate.ts';
import { deleteTaxRate } from './taxes/delete-tax-rate.ts';
import { getTaxSettings } from './taxes/get-tax-settings.ts';
import { listTaxRates } from './taxes/list-tax-rates.ts';
import { updateTaxSettings } from './taxes/update-tax-settings.ts';
import { getTaxReport } from './transactions/get-tax-report.ts';
import { getTransactions } from './transactions/get-transactions.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { getWebhookDelivery } from './webhooks/get-webhook-delivery.ts';
import { getWebhookSecret } from './webhooks/get-webhook-secret.ts';
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { replayEvent } from './webhooks/replay-event.ts';
import { replayFailedDeliveries } from './webhooks/replay-failed-deliveries.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';

/** The site map: router, OpenAPI document and reference page are made from it. */
export const operations: Record<string, Operation[]> = {
  Products: [createProduct, getProduct, searchProducts, updateProduct, archiveProduct],
  Customers: [
    createCustomer,
    updateCustomer,
    getCustomer,
    listCustomers,
    createCustomerBilling,
    adjustCustomerBalance,
    getPaymentMethod,
    revokePortalLinks,
    listCustomerActivity,
  ],
  'Discount codes': [createDiscountCode, getDiscountCode, deleteDiscountCode, listDiscountCodes],
  Checkout: [createCheckout, getCheckout, completeCheckout, expireCheckout],
  'Payment links': [createPaymentLink, getPaymentLink, listPaymentLinks, updatePaymentLink],
  Transactions: [getTransactions, refundTransaction, resolveTransaction, dismissFraudWarning],
  Invoices: [getInvoice, listInvoices, correctInvoice, getInvoiceSettings, updateInvoiceSettings],
  Licenses: [
    validateLicense,
    activateLicense,
    deactivateLicense,
    releaseInstance,
    getLicense,
    listLicenses,
    disableLicense,
    enableLicense,
    reissueLicense,
    updateLicense,
  ],
  Subscriptions: [
    getSubscription,
    listSubscriptions,
    updateSubscription,
    upgradeSubscription,
    cancelSubscription,
    applyCoupon,
    extendTrial,
    previewSubscriptionChange,
    previewSubscriptionCancel,
    pauseSubscription,
    resumeSubscription,
    updatePaymentMethod,
    createCardUpdate,
  ],
  'Events and webhooks': [
    listEvents,
    getEvent,
    createWebhook,
    listWebhooks,
    updateWebhook,
    getWebhookSecret,
    deleteWebhook,
    listWebhookDeliveries,
    getWebhookDelivery,
    replayEvent,
    replayFailedDeliveries,
  ],
  Taxes: [
    getTaxSettings,
    updateTaxSettings,
    createTaxRate,
    listTaxRates,
    deleteTaxRate,
    getTaxReport,
  ],
  Mails: [
    listMails,
    getMail,
    resendMail,
    previewMail,
    getMailSettings,
    updateMailSettings,
    sendTestMail,
  ],
  Figures: [getMetrics, getCohorts],
  Store: [
    getStore,
    searchStore,
    findPage,
    updateStore,
    getStoreSettings,
    updateStoreSettings,
    listApiKeys,
    createApiKey,
    revokeApiKey,
    getBackups,
    getAttention,
    getProvider,
    connectProvider,
    disconnectProvider,
    listAuditEntries,
  ],
  Team: [listMembers, inviteMember, updateMember, removeMember],
  'Test clock': [advanceClock, getClock],
};
