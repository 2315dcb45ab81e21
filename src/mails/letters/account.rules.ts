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

export interface InvoiceCorrectedData {
  number: string;
  replaced: string;
  credit_note: string;
  invoice_url: string;
  credit_note_url: string;
}

export function invoice_corrected(data: InvoiceCorrectedData, { texts, fill }: Pen): Letter {
  const { invoice_corrected: said } = texts;
  const { number, replaced, credit_note } = data;
  return {
    subject: fill(said.subject, { number }),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, { number, replaced }) },
      { text: fill(said.credit_note, { credit_note, replaced }) },
      { button: texts.view_invoice, url: data.invoice_url },
      { link: texts.view_credit_note, url: data.credit_note_url },
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
