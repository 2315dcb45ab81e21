import PDFDocument from 'pdfkit';
import type { InvoiceDocument, Language } from '../invoice.rules.ts';
import { type PresentedInvoice, presentInvoice } from '../presentation.rules.ts';
import { whyNotElectronic } from '../xml/en16931.rules.ts';
import { facturX } from '../xml/factur-x.ts';
import { FACTUR_X_FILE, facturXMetadata } from './factur-x-metadata.rules.ts';
import type { FontSet } from './fonts.ts';
import { drawInvoice } from './layout.ts';
import type { Logo } from './logo.ts';

export interface PdfOptions {
  fonts: FontSet;
  /** As it was issued, unless another language is requested. */
  language?: Language;
  logo?: Logo | undefined;
}

/**
 * The document as PDF/A-3b: tagged, with its fonts in it, and with the EN 16931 invoice as
 * factur-x.xml where one can be made. The same document gives the same bytes, whenever and however
 * often it is made: there is neither a time nor a random number in it.
 */
export async function invoicePdf(
  document: InvoiceDocument,
  { fonts, language, logo }: PdfOptions,
): Promise<Buffer> {
  const shown = presentInvoice(document, language);
  const doc = newPdf(document, shown);
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  drawInvoice(doc, shown, fonts, logo);
  attachXml(doc, document, shown);
  doc.end();
  await done;
  return Buffer.concat(chunks);
}

function newPdf(document: InvoiceDocument, shown: PresentedInvoice) {
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    displayTitle: true,
    lang: shown.language,
    bufferPages: true,
    font: '', // No font of the reader's: all are embedded.
    info: {
      // Without signs that would have to be escaped in XML, where PDFKit writes it again.
      Title: `${shown.title} ${document.number}`,
      Producer: 'Kassa',
      Creator: 'Kassa',
      CreationDate: issueTime(document),
    },
  });
}

const issueTime = ({ issued_on }: InvoiceDocument) => new Date(`${issued_on}T00:00:00Z`);

function attachXml(
  doc: typeof PDFDocument.prototype,
  document: InvoiceDocument,
  shown: PresentedInvoice,
): void {
  doc.appendXML(facturXMetadata(document, whyNotElectronic(document).length === 0));
  if (whyNotElectronic(document).length > 0) return;
  const made = issueTime(document);
  doc.file(Buffer.from(facturX(document, shown.language)), {
    name: FACTUR_X_FILE,
    type: 'text/xml',
    description: `${document.number} (EN 16931)`,
    relationship: 'Alternative',
    creationDate: made,
    modifiedDate: made,
  });
}
