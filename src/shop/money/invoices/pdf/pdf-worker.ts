import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { InvoiceDocument } from '../invoice.rules.ts';
import { fontsWith } from './fonts.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { type Logo, whyNotLogo } from './logo.ts';

// What runs in the thread that makes PDFs: it is given a document and gives back its bytes.

export interface PdfJob {
  document: InvoiceDocument;
  logo: Logo | undefined;
}

export type PdfResult = { pdf: Uint8Array } | { problem: string };

yieldToOthers();
const fonts = fontsWith(workerData as Uint8Array[]);

parentPort?.on('message', async ({ document, logo }: PdfJob) => {
  parentPort?.postMessage(await make({ document, logo }));
});

/** On Linux a thread can have a lower priority than the rest of its process. */
function yieldToOthers(): void {
  try {
    const thread_id = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread_id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Elsewhere, or where /proc is not shown: the thread is one of equals.
  }
}

async function make({ document, logo }: PdfJob): Promise<PdfResult> {
  try {
    // One that is too large or cannot be printed is left out: the seller's name is there instead.
    const shown = logo && whyNotLogo(logo.data) === undefined ? logo : undefined;
    return { pdf: await invoicePdf(document, { fonts, logo: shown }) };
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
