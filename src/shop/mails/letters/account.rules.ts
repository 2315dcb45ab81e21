import type { Letter, Pen } from './letter.rules.ts';

export interface SignInData {
  /** Each opens the portal for an hour; with blanks between, one for each customer of the address. */
  link_urls: string;
}

export function sign_in({ link_urls }: SignInData, { texts, store, fill }: Pen): Letter {
  const { sign_in: said } = texts;
  return {
    subject: fill(said.subject, { store }),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, { store }) },
      ...link_urls.split(' ').map((url) => ({ button: texts.open_portal, url })),
      { text: said.once },
      { text: said.not_you },
    ],
  };
}

export interface NewKeyData {
  product_name: string;
  /** The one new key. */
  license_keys: string[];
  portal_url: string;
}

/** A key that took the place of another. */
export function new_key(data: NewKeyData, { texts, fill }: Pen): Letter {
  const { new_key: said } = texts;
  const { product_name: product, license_keys } = data;
  return {
    subject: fill(said.subject, { product }),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, { product }) },
      ...license_keys.map((key) => ({ key, name: texts.license_key, help: texts.license_help })),
      { text: said.devices },
      { link: texts.open_portal, url: data.portal_url },
    ],
  };
}

export interface InvoiceCorrectedData {
  number: string;
  replaced: string;
  invoice_url: string;
  /** Null: everything had been credited before. */
  credit_note: { number: string; url: string } | null;
}

export function invoice_corrected(data: InvoiceCorrectedData, { texts, fill }: Pen): Letter {
  const { invoice_corrected: said } = texts;
  const { number, replaced, credit_note: note } = data;
  const cancels = note && fill(said.credit_note, { credit_note: note.number, replaced });
  return {
    subject: fill(said.subject, { number }),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, { number, replaced }) },
      ...(cancels ? [{ text: cancels }] : []),
      { button: texts.view_invoice, url: data.invoice_url },
      ...(note ? [{ link: texts.view_credit_note, url: note.url }] : []),
    ],
  };
}

export function test(_data: object, { texts, store, fill }: Pen): Letter {
  const { test: said } = texts;
  return {
    subject: fill(said.subject, { store }),
    heading: said.heading,
    blocks: [{ text: fill(said.intro, { store }) }],
  };
}
