import type { InvoiceDocument } from '../invoice.rules.ts';
import { charactersIn } from './font-file.rules.ts';
import type { PdfOptions } from './invoice-pdf.ts';

export type MakePdf = (
  document: InvoiceDocument,
  options?: Omit<PdfOptions, 'fonts'>,
) => Promise<Buffer>;

/**
 * What makes PDFs, with further fonts for scripts that ours do not have; a font that cannot be used
 * is refused here. PDFKit and the fonts take half a second to load: at the first document, not at
 * every start.
 */
export function pdfMaker(more_fonts: Uint8Array[] = []): MakePdf {
  for (const font of more_fonts) charactersIn(font);
  let ready: ReturnType<typeof load> | undefined;
  return async (document, options = {}) => {
    ready ??= load(more_fonts);
    const { invoicePdf, fonts } = await ready;
    return invoicePdf(document, { ...options, fonts });
  };
}

async function load(more_fonts: Uint8Array[]) {
  const { fontsWith } = await import('./fonts.ts');
  const { invoicePdf } = await import('./invoice-pdf.ts');
  return { invoicePdf, fonts: fontsWith(more_fonts) };
}
