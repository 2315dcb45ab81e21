import { createHash } from 'node:crypto';
import type { Database, Reader } from '../../platform/db/database.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import type { InvoiceDocument } from '../../shop/money/invoices/invoice.rules.ts';
import type { LinkedInvoice } from '../../shop/money/invoices/invoice.sql.ts';
import { findInvoiceByToken } from '../../shop/money/invoices/invoice-link.ts';
import { parseDocument } from '../../shop/money/invoices/invoice-record.rules.ts';
import type { Pdfs } from '../../shop/money/invoices/pdf/pdfs.ts';
import { readLogo } from '../../shop/money/invoices/read-logo.ts';
import { whyNotElectronic } from '../../shop/money/invoices/xml/en16931.rules.ts';
import { ubl } from '../../shop/money/invoices/xml/ubl.ts';
import { picturePath } from '../../shop/store/brand.rules.ts';
import { noticePage } from '../shared/notice.ts';
import { type PageLimits, waitPage } from '../shared/page-limits.ts';
import { area, route } from '../shared/router.ts';
import { invoicePage } from './invoice-page.ts';

interface Dependencies {
  db: Database;
  pdfs: Pdfs;
  limits: PageLimits;
  base_path: string;
}

/** Somebody with the address of an invoice or credit note. */
interface Visit {
  token: string;
  linked: LinkedInvoice;
  document: InvoiceDocument;
  base_path: string;
  pdfs: Pdfs;
  /** Of the store. */
  reader: Reader;
}

const ROUTES = [
  route('/', { GET: showPage }),
  route('/invoice.pdf', { GET: sendPdf }),
  route('/invoice.xml', { GET: sendXml }),
];

/** Invoices and credit notes, to read, to print and as files. Their address is the key to them. */
export function invoicePages({ db, pdfs, limits, base_path }: Dependencies): ServedPath {
  const notFoundPage = (request: PageRequest) =>
    noticePage(request, { base_path, status: 404 }, ({ noInvoice }) => noInvoice);
  const pages = area({
    at: '/invoice/:invoice_token',
    base_path,
    routes: ROUTES,
    notFoundPage,
    async enter(request, { invoice_token: token }, open) {
      const linked = await findInvoiceByToken(db.reader(null), token);
      if (!linked) return notFoundPage(request);
      const wait_seconds = limits.ofLink(token);
      if (wait_seconds > 0) return waitPage(request, wait_seconds, base_path);
      const document = parseDocument(linked);
      return open({ token, linked, document, base_path, pdfs, reader: db.reader(linked) });
    },
  });
  return { ...pages, takes_forms: false };
}

function showPage({ token, document, linked, base_path }: Visit): PageAnswer {
  const address = `${base_path}/invoice/${token}`;
  return invoicePage({
    document,
    base_path,
    logo_url:
      document.logo === undefined
        ? null
        : base_path + picturePath(linked.store_number, document.logo),
    pdf_url: `${address}/invoice.pdf`,
    xml_url: whyNotElectronic(document).length === 0 ? `${address}/invoice.xml` : null,
  });
}

/** How long somebody is asked to wait when there are many PDFs to make. */
const BUSY_SECONDS = 2;

async function sendPdf(visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const { token, document, base_path, pdfs } = visit;
  const asked_by = request.client_address;
  const logo = await readLogo(visit.reader, document);
  const pdf = await pdfs.pdfOf({ name: token, document, logo, requested_by: asked_by });
  if (pdf === undefined) return waitPage(request, BUSY_SECONDS, base_path);
  return file(request, {
    type: 'application/pdf',
    body: pdf,
    disposition: `inline; filename="${fileName(document)}.pdf"`,
  });
}

async function sendXml({ document, base_path }: Visit, request: PageRequest): Promise<PageAnswer> {
  if (whyNotElectronic(document).length > 0) return noXmlPage(request, base_path);
  return file(request, {
    type: 'application/xml',
    body: Buffer.from(ubl(document)),
    disposition: `attachment; filename="${fileName(document)}.xml"`,
  });
}

const noXmlPage = (request: PageRequest, base_path: string): Promise<PageAnswer> =>
  noticePage(request, { base_path, status: 404 }, ({ noElectronicInvoice }) => noElectronicInvoice);

/** Numbers may have slashes in them, which names of files may not. */
const fileName = ({ number }: InvoiceDocument): string => number.replace(/[^\w.-]/g, '-');

interface File {
  type: string;
  body: Buffer;
  disposition: string;
}

/** A browser may keep it for whoever has the address, and asks whether it is still the same. */
function file({ headers }: PageRequest, { type, body, disposition }: File): PageAnswer {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const known = String(headers['if-none-match'] ?? '').split(',');
  const is_known = known.some((one) => one.trim().replace(/^W\//, '') === etag);
  return {
    status: is_known ? 304 : 200,
    type,
    body: is_known ? '' : body,
    headers: {
      'Content-Disposition': disposition,
      'Cache-Control': 'private, no-cache',
      ETag: etag,
      'Accept-Ranges': 'none',
      'Content-Security-Policy': "frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  };
}
