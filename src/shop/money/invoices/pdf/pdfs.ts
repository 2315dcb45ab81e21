import { LIMITS } from '../../../../platform/core/limits.ts';
import { addressBlock } from '../../../../platform/core/rate-limit.ts';
import { createPdfThread } from './pdf-thread.ts';
import type { PdfJob } from './pdf-worker.ts';

interface PdfOrder extends PdfJob {
  /** The same for the same PDF, such as the token of the invoice. */
  name: string;
  /** Who asks for it: nobody may have many waiting. */
  requested_by: string;
}

export interface Pdfs {
  /** The bytes, made now or kept from before; undefined if too many are waiting already. */
  pdfOf(order: PdfOrder): Promise<Buffer> | undefined;
  stop(): Promise<void>;
}

/** Makes PDFs beside the work of everybody else, and keeps the latest for a while. */
export function createPdfs(more_fonts: Uint8Array[] = []): Pdfs {
  const { pdf_ms: timeout_ms, pdf_idle_ms: idle_ms } = LIMITS;
  const thread = createPdfThread({ more_fonts, timeout_ms, idle_ms });
  const kept = pdfsKept();
  const under_way = new Map<string, Promise<Buffer>>();
  const waiting_by = new Map<string, number>();

  async function make({ name, document, logo }: PdfOrder, requested_by: string): Promise<Buffer> {
    waiting_by.set(requested_by, (waiting_by.get(requested_by) ?? 0) + 1);
    try {
      const pdf = await thread.make({ document, logo });
      kept.keep(name, pdf);
      return pdf;
    } finally {
      under_way.delete(name);
      const left = (waiting_by.get(requested_by) ?? 1) - 1;
      if (left > 0) waiting_by.set(requested_by, left);
      else waiting_by.delete(requested_by);
    }
  }

  return {
    pdfOf(order) {
      const { name } = order;
      const pdf = kept.find(name);
      if (pdf) return Promise.resolve(pdf);
      const same = under_way.get(name);
      if (same) return same;
      if (under_way.size >= LIMITS.pdfs_waiting) return undefined;
      const requested_by = addressBlock(order.requested_by);
      if ((waiting_by.get(requested_by) ?? 0) >= LIMITS.pdfs_waiting_per_address) return undefined;
      const made = make(order, requested_by);
      under_way.set(name, made);
      return made;
    },
    stop: thread.stop,
  };
}

/** The latest PDFs, as many as the memory for them holds. */
function pdfsKept() {
  const pdfs = new Map<string, Buffer>();
  let bytes = 0;
  const forget = (name: string): void => {
    bytes -= pdfs.get(name)?.length ?? 0;
    pdfs.delete(name);
  };
  return {
    find(name: string): Buffer | undefined {
      const pdf = pdfs.get(name);
      if (!pdf) return undefined;
      pdfs.delete(name);
      pdfs.set(name, pdf); // Requested again: forgotten last.
      return pdf;
    },
    keep(name: string, pdf: Buffer): void {
      forget(name);
      pdfs.set(name, pdf);
      bytes += pdf.length;
      for (const oldest of pdfs.keys()) {
        if (bytes <= LIMITS.pdfs_kept_bytes) break;
        forget(oldest);
      }
    },
  };
}
