import { advanceClock } from '../../jobs/advance-clock.ts';
import { getClock } from '../../jobs/get-clock.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { createDiscountCode } from '../../shop/catalogue/discounts/create-discount-code.ts';
import { deleteDiscountCode } from '../../shop/catalogue/discounts/delete-discount-code.ts';
import { getDiscountCode } from '../../shop/catalogue/discounts/get-discount-code.ts';
import { listDiscountCodes } from '../../shop/catalogue/discounts/list-discount-codes.ts';
import { archiveProduct } from '../../shop/catalogue/products/archive-product.ts';
import { createProduct } from '../../shop/catalogue/products/create-product.ts';
import { getProduct } from '../../shop/catalogue/products/get-product.ts';
import { searchProducts } from '../../shop/catalogue/products/search-products.ts';
import { updateProduct } from '../../shop/catalogue/products/update-product.ts';
import { completeCheckout } from '../../shop/checkout/complete-checkout.ts';
import { createCheckout } from '../../shop/checkout/create-checkout.ts';
import { expireCheckout } from '../../shop/checkout/expire-checkout.ts';
import { getCheckout } from '../../shop/checkout/get-checkout.ts';
import { createPaymentLink } from '../../shop/checkout/links/create-payment-link.ts';
import { deletePaymentLink } from '../../shop/checkout/links/delete-payment-link.ts';
import { getPaymentLink } from '../../shop/checkout/links/get-payment-link.ts';
import { listPaymentLinks } from '../../shop/checkout/links/list-payment-links.ts';
import { updatePaymentLink } from '../../shop/checkout/links/update-payment-link.ts';
import { adjustCustomerBalance } from '../../shop/customers/adjust-customer-balance.ts';
import { createCustomer } from '../../shop/customers/create-customer.ts';
import { createCustomerBilling } from '../../shop/customers/create-customer-billing.ts';
import { getCustomer } from '../../shop/customers/get-customer.ts';
import { listCustomers } from '../../shop/customers/list-customers.ts';
import { revokePortalLinks } from '../../shop/customers/revoke-portal-links.ts';
import { updateCustomer } from '../../shop/customers/update-customer.ts';
import { getEvent } from '../../shop/events/get-event.ts';
import { listCustomerActivity } from '../../shop/events/list-customer-activity.ts';
import { listEvents } from '../../shop/events/list-events.ts';
import { createWebhook } from '../../shop/events/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../shop/events/webhooks/delete-webhook.ts';
import { getWebhookDelivery } from '../../shop/events/webhooks/get-webhook-delivery.ts';
import { getWebhookSecret } from '../../shop/events/webhooks/get-webhook-secret.ts';
import { listWebhookDeliveries } from '../../shop/events/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../../shop/events/webhooks/list-webhooks.ts';
import { replayEvent } from '../../shop/events/webhooks/replay-event.ts';
import { replayFailedDeliveries } from '../../shop/events/webhooks/replay-failed-deliveries.ts';
import { updateWebhook } from '../../shop/events/webhooks/update-webhook.ts';
import { getAttention } from '../../shop/insight/attention/get-attention.ts';
import { countRecords } from '../../shop/insight/counts/count-records.ts';
import { getCohorts } from '../../shop/insight/metrics/get-cohorts.ts';
import { getMetrics } from '../../shop/insight/metrics/get-metrics.ts';
import { listBestCustomers } from '../../shop/insight/metrics/list-best-customers.ts';
import { createNote } from '../../shop/insight/notes/create-note.ts';
import { deleteNote } from '../../shop/insight/notes/delete-note.ts';
import { listNotes } from '../../shop/insight/notes/list-notes.ts';
import { getReadiness } from '../../shop/insight/readiness/get-readiness.ts';
import { findPage } from '../../shop/insight/search/find-page.ts';
import { searchStore } from '../../shop/insight/search/search-store.ts';
import { activateLicense } from '../../shop/licenses/activate-license.ts';
import { deactivateLicense } from '../../shop/licenses/deactivate-license.ts';
import { disableLicense } from '../../shop/licenses/disable-license.ts';
import { enableLicense } from '../../shop/licenses/enable-license.ts';
import { getLicense } from '../../shop/licenses/get-license.ts';
import { listLicenses } from '../../shop/licenses/list-licenses.ts';
import { reissueLicense } from '../../shop/licenses/reissue-license.ts';
import { releaseInstance } from '../../shop/licenses/release-instance.ts';
import { updateLicense } from '../../shop/licenses/update-license.ts';
import { validateLicense } from '../../shop/licenses/validate-license.ts';
import { getMail } from '../../shop/mails/get-mail.ts';
import { getMailSettings } from '../../shop/mails/get-mail-settings.ts';
import { listMails } from '../../shop/mails/list-mails.ts';
import { previewMail } from '../../shop/mails/preview-mail.ts';
import { resendMail } from '../../shop/mails/resend-mail.ts';
import { sendTestMail } from '../../shop/mails/send-test-mail.ts';
import { updateMailSettings } from '../../shop/mails/update-mail-settings.ts';
import { correctInvoice } from '../../shop/money/invoices/correct-invoice.ts';
import { getInvoice } from '../../shop/money/invoices/get-invoice.ts';
import { getInvoiceSettings } from '../../shop/money/invoices/get-invoice-settings.ts';
import { listInvoices } from '../../shop/money/invoices/list-invoices.ts';
import { updateInvoiceSettings } from '../../shop/money/invoices/update-invoice-settings.ts';
import { getPaymentMethod } from '../../shop/money/payments/get-payment-method.ts';
import { getTaxReport } from '../../shop/money/transactions/get-tax-report.ts';
import { getTransactions } from '../../shop/money/transactions/get-transactions.ts';
import { copyStore } from '../../shop/opening/copy-store.ts';
import { previewStoreCopy } from '../../shop/opening/preview-store-copy.ts';
import { connectProvider } from '../../shop/settlement/connect-provider.ts';
import { disconnectProvider } from '../../shop/settlement/disconnect-provider.ts';
import { dismissFraudWarning } from '../../shop/settlement/dismiss-fraud-warning.ts';
import { getProvider } from '../../shop/settlement/get-provider.ts';
import { refundTransaction } from '../../shop/settlement/refund-transaction.ts';
import { resolveTransaction } from '../../shop/settlement/resolve-transaction.ts';
import { listAuditEntries } from '../../shop/store/audit/list-audit-entries.ts';
import { createApiKey } from '../../shop/store/create-api-key.ts';
import { createStore } from '../../shop/store/create-store.ts';
import { getBackups } from '../../shop/store/get-backups.ts';
import { getStore } from '../../shop/store/get-store.ts';
import { getStoreSettings } from '../../shop/store/get-store-settings.ts';
import { listApiKeys } from '../../shop/store/list-api-keys.ts';
import { revokeApiKey } from '../../shop/store/revoke-api-key.ts';
import { inviteMember } from '../../shop/store/team/invite-member.ts';
import { listMembers } from '../../shop/store/team/list-members.ts';
import { removeMember } from '../../shop/store/team/remove-member.ts';
import { updateMember } from '../../shop/store/team/update-member.ts';
import { updateStore } from '../../shop/store/update-store.ts';
import { updateStoreSettings } from '../../shop/store/update-store-settings.ts';
import { applyCoupon } from '../../shop/subscriptions/apply-coupon.ts';
import { cancelSubscription } from '../../shop/subscriptions/cancel-subscription.ts';
import { createCardUpdate } from '../../shop/subscriptions/create-card-update.ts';
import { extendTrial } from '../../shop/subscriptions/extend-trial.ts';
import { getSubscription } from '../../shop/subscriptions/get-subscription.ts';
import { listSubscriptions } from '../../shop/subscriptions/list-subscriptions.ts';
import { pauseSubscription } from '../../shop/subscriptions/pause-subscription.ts';
import { previewSubscriptionCancel } from '../../shop/subscriptions/preview-subscription-cancel.ts';
import { previewSubscriptionChange } from '../../shop/subscriptions/preview-subscription-change.ts';
import { resumeSubscription } from '../../shop/subscriptions/resume-subscription.ts';
import { retryPayment } from '../../shop/subscriptions/retry-payment.ts';
import { updatePaymentMethod } from '../../shop/subscriptions/update-payment-method.ts';
import { updateSubscription } from '../../shop/subscriptions/update-subscription.ts';
import { upgradeSubscription } from '../../shop/subscriptions/upgrade-subscription.ts';
import { createTaxRate } from '../../shop/tax/create-tax-rate.ts';
import { deleteTaxRate } from '../../shop/tax/delete-tax-rate.ts';
import { getTaxSettings } from '../../shop/tax/get-tax-settings.ts';
import { listTaxRates } from '../../shop/tax/list-tax-rates.ts';
import { updateTaxSettings } from '../../shop/tax/update-tax-settings.ts';

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
  'Payment links': [
    createPaymentLink,
    getPaymentLink,
    listPaymentLinks,
    updatePaymentLink,
    deletePaymentLink,
  ],
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
    retryPayment,
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
  Figures: [getMetrics, getCohorts, listBestCustomers],
  Notes: [listNotes, createNote, deleteNote],
  Store: [
    getStore,
    searchStore,
    countRecords,
    findPage,
    updateStore,
    createStore,
    previewStoreCopy,
    copyStore,
    getStoreSettings,
    updateStoreSettings,
    listApiKeys,
    createApiKey,
    revokeApiKey,
    getBackups,
    getAttention,
    getReadiness,
    getProvider,
    connectProvider,
    disconnectProvider,
    listAuditEntries,
  ],
  Team: [listMembers, inviteMember, updateMember, removeMember],
  'Test clock': [advanceClock, getClock],
};
