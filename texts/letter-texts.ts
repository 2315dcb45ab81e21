interface Opening {
  subject: string;
  heading: string;
}

/** Everything that the letters say by themselves. What stands in braces is put in. */
export interface LetterTexts {
  /** {name} */
  hello: string;
  hello_nameless: string;
  test_note: string;
  /** {store} */
  footer: string;
  reply_note: string;

  product: string;
  plan: string;
  quantity: string;
  amount: string;
  paid: string;
  tax_included: string;
  date: string;
  paid_with: string;
  payment_method: string;
  next_payment: string;
  /** {brand}, {last4} */
  card: string;
  /** {amount}, {date} */
  amount_on: string;

  license_key: string;
  license_help: string;
  view_invoice: string;
  view_credit_note: string;
  open_portal: string;
  manage_subscription: string;

  /** Subject: {product}, {store} */
  purchase: Opening & {
    /** {product} */
    intro: string;
    /** {date}, {amount} */
    trial: string;
    /** {date}, {amount} */
    renews: string;
    next_steps: string;
    step_invoice: string;
    step_license: string;
    step_portal: string;
  };
  /** Subject: {product} */
  renewal: Opening & {
    /** {product}, {date} */
    paid_until: string;
  };
  /** Subject: {product}, {date} */
  trial_ending: Opening & {
    /** {product}, {date}, {amount} */
    intro: string;
    /** {product}, {date} */
    intro_free: string;
    cancel: string;
  };
  /** Subject: {product}, {date} */
  renewal_coming: Opening & {
    /** {product}, {date}, {amount} */
    intro: string;
    nothing_to_do: string;
  };
  /** Subject: {product} */
  payment_failed: Opening & {
    /** {product}, {amount} */
    intro: string;
    /** {date} */
    next_try: string;
    /** {date} */
    last_day: string;
    how: string;
    pay_now: string;
  };
  /** Subject: {product} */
  confirmation_needed: Opening & {
    /** {product}, {amount} */
    intro: string;
    why: string;
    confirm: string;
  };
  /** Subject: {last4} */
  card_expiring: Opening & {
    /** {card}, {month} */
    intro: string;
    how: string;
    update_card: string;
  };
  /** Subject: {product} */
  plan_changed: Opening & {
    now: string;
    /** {date} */
    later: string;
    charged: string;
  };
  /** Subject: {product} */
  discounted: Opening & {
    /** {discount}, {product} */
    intro: string;
    once: string;
    /** {date} */
    until: string;
    forever: string;
  };
  /** Subject: {product} */
  canceled: Opening & {
    /** {product}, {date} */
    scheduled: string;
    /** {product}, {date} */
    ended: string;
    /** {product}, {date} */
    unpaid: string;
    nothing_charged: string;
    keep: string;
    /** {amount} */
    credit: string;
    invoices: string;
  };
  /** Subject: {amount}, {store} */
  refunded: Opening & {
    /** {product}, {amount} */
    intro: string;
    when: string;
  };
  /** Subject: {store} */
  sign_in: Opening & {
    /** {store} */
    intro: string;
    once: string;
    not_you: string;
  };
  /** Subject: {product} */
  new_key: Opening & {
    /** {product} */
    intro: string;
    devices: string;
  };
  /** Subject: {number} */
  invoice_corrected: Opening & {
    /** {number}, {replaced} */
    intro: string;
    /** {credit_note}, {replaced} */
    credit_note: string;
  };
  /** Subject: {store} */
  test: Opening & {
    /** {store} */
    intro: string;
  };
}
