import type { InvoiceRow } from './invoice-row.rules.ts';

export const EXAMPLE_ADDRESS =
  'https://example.com/invoice/1tq3v9w0e00h4rk6m2x8pz7ycn5k3v8wr0tq4mz6hdye1bx9cpf2';

/** What makes the address of a document: its identifier, and a secret of 120 bits. */
export const invoiceToken = ({ invoice_id, secret }: Pick<InvoiceRow, 'invoice_id' | 'secret'>) =>
  `${invoice_id.slice('inv_'.length)}${secret}`;

/** The document that an address is of; undefined if it is of none. */
export function invoiceIdIn(address: string): string | undefined {
  const [, symbols] = /\/invoice\/([0-9a-z]{28})[0-9a-z]{24}$/.exec(address) ?? [];
  return symbols === undefined ? undefined : `inv_${symbols}`;
}

/** Where a document is read and downloaded, by everybody who has the address and nobody else. */
export function invoiceAddresses(base_url: string, token: string) {
  const invoice_url = `${base_url}/invoice/${token}`;
  return {
    invoice_url,
    invoice_pdf_url: `${invoice_url}/invoice.pdf`,
    invoice_xml_url: `${invoice_url}/invoice.xml`,
  };
}
