import { type Html, html } from '../../platform/core/html.ts';
import { readOwnFile } from '../../platform/core/program.ts';
import type { PageAnswer, ServedPath } from '../../platform/http/page.ts';
import type { InvoiceDocument, Language } from '../../shop/money/invoices/invoice.rules.ts';
import {
  type PresentedInvoice,
  type PresentedLine,
  presentInvoice,
} from '../../shop/money/invoices/presentation.rules.ts';

export interface InvoiceView {
  document: InvoiceDocument;
  /** As it was issued, unless another language is wanted. */
  language?: Language;
  base_path: string;
  /** Where the seller's picture is, if there was one when it was issued. */
  logo_url?: string | null;
  /** Where the same document is as a file; null where there is none. */
  pdf_url: string | null;
  xml_url: string | null;
}

const STYLE_PATH = '/invoice.css';

/** The style of the page, to be served beside it. */
export const invoiceStyle: ServedPath = {
  path: STYLE_PATH,
  serve: () => {
    style ??= readOwnFile(new URL('./invoice.css', import.meta.url));
    return { status: 200, type: 'text/css; charset=utf-8', body: style, cache_seconds: 300 };
  },
};

let style: Buffer | undefined;

/** An invoice or credit note as a page, to read and to print: it says what the PDF says. */
export function invoicePage({ document, language, ...view }: InvoiceView): PageAnswer {
  const shown = presentInvoice(document, language);
  const title = `${shown.title} ${shown.number}`;
  const page = html`<!doctype html>
<html lang="${shown.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${view.base_path}/style.css">
<link rel="stylesheet" href="${view.base_path}${STYLE_PATH}">
<title>${title} · ${document.seller.name}</title>
</head>
<body class="invoice">
<main>
  ${headOf(shown, view)}
  ${partiesOf(shown)}
  ${tableOf(shown)}
  ${sumsOf(shown)}
  ${notesOf(shown)}
</main>
</body>
</html>
`;
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: page.text,
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; " +
        "base-uri 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  };
}

function headOf(
  { seller: [seller = ''], title, statement, texts }: PresentedInvoice,
  { logo_url, pdf_url, xml_url }: Pick<InvoiceView, 'logo_url' | 'pdf_url' | 'xml_url'>,
): Html {
  return html`<p class="shop" dir="auto">${
    logo_url ? html`<img class="logo" src="${logo_url}" alt="${seller}">` : seller
  }</p>
  <h1>${title}</h1>
  <p class="statement">${statement}</p>
  ${
    (pdf_url ?? xml_url) !== null &&
    html`<p class="files">
    ${pdf_url !== null && html`<a href="${pdf_url}">${texts.download_pdf}</a>`}
    ${xml_url !== null && html`<a href="${xml_url}">${texts.download_xml}</a>`}
  </p>`
  }`;
}

/** Names and addresses may be in any script: each line finds its own direction. */
function partiesOf({ facts, seller, buyer, texts }: PresentedInvoice): Html {
  const party = (title: string, [name = '', ...lines]: string[]) => html`<section>
      <h2>${title}</h2>
      <address>
        <strong dir="auto">${name}</strong>
        ${lines.map((line) => html`<span dir="auto">${line}</span>`)}
      </address>
    </section>`;
  return html`<div class="parties">
    <dl>
      ${facts.map(({ label, value }) => html`<dt>${label}</dt><dd dir="auto">${value}</dd>`)}
    </dl>
    ${party(texts.seller, seller)}
    ${party(texts.buyer, buyer)}
  </div>`;
}

function tableOf({ lines, title, number, tax_label, texts }: PresentedInvoice): Html {
  const row = ({ description, details, quantity, tax, amount }: PresentedLine) => html`<tr>
      <th scope="row"><bdi>${description}</bdi>
        ${details.map((detail) => html`<span class="detail">${detail}</span>`)}
      </th>
      <td data-label="${texts.quantity}">${quantity}</td>
      <td data-label="${tax_label}">${tax}</td>
      <td data-label="${texts.amount}">${amount}</td>
    </tr>`;
  return html`<table class="lines">
    <caption>${title} ${number}</caption>
    <thead>
      <tr>
        <th scope="col">${texts.description}</th>
        <th scope="col">${texts.quantity}</th>
        <th scope="col">${tax_label}</th>
        <th scope="col">${texts.amount}</th>
      </tr>
    </thead>
    <tbody>${lines.map(row)}</tbody>
  </table>`;
}

const sumsOf = ({ sums, texts }: PresentedInvoice): Html => html`<table class="sums">
    <caption>${texts.total}</caption>
    <tbody>${sums.map(
      ({ label, amount, is_total }) => html`<tr${is_total && html` class="total"`}>
      <th scope="row">${label}</th>
      <td>${amount}</td>
    </tr>`,
    )}</tbody>
  </table>`;

const notesOf = ({ notes, imprint }: PresentedInvoice): Html => html`<footer>
    ${notes.map((note) => html`<p dir="auto">${note}</p>`)}
    <p class="quiet" dir="auto">${imprint}</p>
  </footer>`;
