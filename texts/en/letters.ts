import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: 'Hello {name},',
  hello_nameless: 'Hello,',
  test_note: 'This mail is from a test shop: nothing was really sold, and no money has moved.',
  footer: 'You receive this mail because you are a customer of {store}.',
  reply_note: 'Do you have a question? Reply to this mail.',

  product: 'Product',
  plan: 'Plan',
  quantity: 'Quantity',
  amount: 'Amount',
  paid: 'Paid',
  tax_included: 'Tax included',
  date: 'Date',
  paid_with: 'Paid with',
  payment_method: 'Payment method',
  next_payment: 'Next payment',
  card: '{brand} ending in {last4}',
  amount_on: '{amount} on {date}',

  license_key: 'Your license key',
  license_help: 'Enter it in the application to activate it.',
  view_invoice: 'View the invoice',
  view_credit_note: 'View the credit note',
  open_portal: 'Open the customer portal',
  manage_subscription: 'Manage the subscription',

  purchase: {
    subject: 'Your purchase: {product}',
    heading: 'Thank you for your purchase',
    intro: 'Your purchase of {product} is complete.',
    trial:
      'Your free trial lasts until {date}. {amount} will be charged on that day, unless you cancel before.',
    renews: 'Your subscription renews on {date} for {amount}, until you cancel.',
    next_steps: 'Next steps',
    step_invoice: 'Keep the invoice for your records.',
    step_license: 'Enter the license key in the application. Keep this mail in a safe place.',
    step_portal:
      'In the customer portal you find invoices and license keys again, and manage subscriptions.',
  },
  renewal: {
    subject: 'Payment received: {product}',
    heading: 'Thank you for your payment',
    paid_until: 'Your subscription to {product} is paid until {date}.',
  },
  trial_ending: {
    subject: 'Your free trial of {product} ends on {date}',
    heading: 'Your free trial ends soon',
    intro:
      'Your free trial of {product} ends on {date}. {amount} will be charged on that day, and your subscription continues.',
    intro_free:
      'Your free trial of {product} ends on {date}. After that, your subscription continues.',
    cancel:
      'If you do not want to continue, cancel before that day in the customer portal, and nothing is charged.',
  },
  renewal_coming: {
    subject: '{product} renews on {date}',
    heading: 'Your subscription renews soon',
    intro: 'Your subscription to {product} renews on {date} for {amount}.',
    nothing_to_do:
      'You do not have to do anything. If you want to change or cancel it, do so before that day in the customer portal.',
  },
  payment_failed: {
    subject: 'Your payment for {product} did not go through',
    heading: 'Your payment did not go through',
    intro: 'The payment of {amount} for {product} was declined.',
    next_try: 'We will try again on {date}.',
    last_day: 'Please pay by {date}. Otherwise your subscription ends.',
    how: 'You can pay now, also with another card:',
    pay_now: 'Pay now',
  },
  confirmation_needed: {
    subject: 'Please confirm your payment for {product}',
    heading: 'Please confirm your payment',
    intro: 'Your bank wants you to confirm the payment of {amount} for {product}.',
    why: 'Without your confirmation the payment cannot be made.',
    confirm: 'Confirm the payment',
  },
  card_expiring: {
    subject: 'Your card ending in {last4} expires soon',
    heading: 'Your card expires soon',
    intro: 'Your {card} expires at the end of {month}.',
    how: 'Enter a new card in the customer portal, so that your subscription continues without a break.',
    update_card: 'Enter a new card',
  },
  plan_changed: {
    subject: 'Your subscription to {product} was changed',
    heading: 'Your subscription was changed',
    now: 'From now on you have:',
    later: 'From {date} you have:',
    charged: 'Charged now',
  },
  discounted: {
    subject: 'Your discount on {product}',
    heading: 'Your discount',
    intro: 'You now get {discount} off your subscription to {product}.',
    once: 'It applies to your next payment, and to no later one.',
    until: 'It applies to your payments before {date}, beginning with the next one.',
    forever: 'It applies from your next payment on, for as long as you stay subscribed.',
  },
  canceled: {
    subject: 'Your subscription to {product} was canceled',
    heading: 'Your subscription was canceled',
    scheduled: 'Your subscription to {product} ends on {date}. You can use it until then.',
    ended: 'Your subscription to {product} ended on {date}.',
    unpaid: 'Your subscription to {product} ended on {date}, because it could not be paid.',
    nothing_charged: 'Nothing more will be charged for it.',
    keep: 'Have you changed your mind? You can continue it in the customer portal until that day.',
    credit: 'Your credit of {amount} remains. It is used for your next payment.',
    invoices: 'Your invoices remain available in the customer portal.',
  },
  refunded: {
    subject: 'Your refund of {amount}',
    heading: 'You have been refunded',
    intro: 'We have refunded {amount} for {product}.',
    when: 'Depending on your bank, it can take up to ten days until you see it.',
  },
  sign_in: {
    subject: 'Your sign-in link for {store}',
    heading: 'Your sign-in link',
    intro: 'This link opens the customer portal of {store}:',
    once: 'It works for one hour. Do not pass it on: whoever has it sees your purchases.',
    not_you: 'If you have not asked for it, ignore this mail.',
  },
  new_key: {
    subject: 'Your new license key for {product}',
    heading: 'Your new license key',
    intro: 'Your license key for {product} was replaced. The old one no longer works.',
    devices: 'Activate each of your devices again with the new key.',
  },
  invoice_corrected: {
    subject: 'Your corrected invoice {number}',
    heading: 'Your corrected invoice',
    intro: 'Invoice {replaced} was corrected. Invoice {number} replaces it.',
    credit_note: 'Credit note {credit_note} cancels invoice {replaced}. Nothing was charged again.',
  },
  test: {
    subject: 'The mails of {store} arrive',
    heading: 'It works',
    intro: 'This mail was sent to try the mail server. Mails of {store} arrive.',
  },
};
