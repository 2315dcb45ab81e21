export const KINDS = ['invoice', 'credit_note'] as const;

/**
 * Why a document was issued: for a payment; for a change that gave back more than it charged; for a
 * refund; for a dispute that was lost; because the money of a credit note has not gone back after
 * all; because somebody had the buyer's details corrected.
 */
export const CAUSES = ['sale', 'change', 'refund', 'dispute', 'reversal', 'correction'] as const;

export interface InvoiceRow {
  /** 1, 2, 3, … in each store. */
  position: number;
  invoice_id: string;
  secret: string;
  number: string;
  kind: (typeof KINDS)[number];
  cause: (typeof CAUSES)[number];
  customer_id: string;
  /** The payment or refund that it is about. */
  transaction_id: string;
  /** The payment that this is a sale, or that the refund is of. */
  sale_id: string;
  /** The document that this one credits, replaces or reverses. */
  refers_to: string | null;
  /** InvoiceDocument as JSON. */
  document: string;
  created_at: number;
}
