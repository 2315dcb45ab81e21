/** Everything that a document says by itself. What stands in braces is put in. */
export interface InvoiceTexts {
  invoice: string;
  credit_note: string;
  number: string;
  issued_on: string;
  supplied_on: string;
  due_on: string;
  paid_on: string;
  credited_on: string;
  order_number: string;
  seller: string;
  buyer: string;
  /** The buyer of a page that has no labels: "VAT number DE123456789". */
  vat_number: string;
  tax_number: string;
  description: string;
  quantity: string;
  /** The tax itself, where a document gives it no name of its own. */
  vat: string;
  /** Any tax: heads the rates of taxes with names of their own. */
  tax: string;
  amount: string;
  /** {price} */
  each: string;
  /** {price} */
  each_tax_included: string;
  /** {start}, {end} */
  period: string;
  /** {name}: after a change, the rest of a period on another plan. */
  remaining_time: string;
  /** {name}: and what is given back for the plan before. */
  unused_time: string;
  subtotal: string;
  discount: string;
  /** Of the table: the amounts are before tax. */
  net: string;
  /** {tax}, {rate}, {net} */
  tax_on: string;
  /** {tax}, {currency} */
  tax_in_currency: string;
  total: string;
  total_credited: string;
  /** {brand}, {last4} */
  paid_by_card: string;
  paid: string;
  paid_from_balance: string;
  added_to_balance: string;
  /** {number} */
  offset_against: string;
  /** {brand}, {last4} */
  refunded_to_card: string;
  refunded: string;
  amount_due: string;
  /** {amount}, {date} */
  is_paid: string;
  /** {amount}, {date} */
  is_due_by: string;
  /** {amount} */
  is_due: string;
  /** {amount}, {date} */
  is_credited: string;
  /** {number}, {date} */
  credits: string;
  /** {number}, {date} */
  replaces: string;
  /** The same, of a credit note. */
  reverses: string;
  /** Short, for the column of rates. */
  kinds: { reverse_charge: string; exempt: string; out_of_scope: string; not_registered: string };
  reverse_charge_note: string;
  /** Where the law of the European Union does not hold. */
  reverse_charge_elsewhere_note: string;
  outside_seller_country_note: string;
  exempt_note: string;
  out_of_scope_note: string;
  test_note: string;
  unshown_note: string;
  /** {page}, {pages} */
  page: string;
  download_pdf: string;
  download_xml: string;
  format: LanguageFormat;
}

/** How a language writes amounts and dates. Not taken from Intl, whose data change with Node. */
interface LanguageFormat {
  decimal: string;
  group: string;
  /** Where the currency stands, and what is between it and the amount. */
  currency: 'before' | 'before_with_space' | 'after';
  percent_space: string;
  months: readonly string[];
  /** {day}, {month}, {year} */
  date: string;
}
