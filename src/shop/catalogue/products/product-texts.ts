import { outputCheck } from '../../../platform/operation/output.ts';
import { Product, type ProductRevision, type ProductRow, showProduct } from './product.rules.ts';

interface Known {
  revision: number;
  base_url: string;
  text: string;
}

const CHARACTERS_MAX = 1_000_000;
const checkProduct = outputCheck(Product);
const known = new Map<string, Known>();
let characters = 0;

/** A product as JSON, if it was made before from the same revision. */
export function knownText(
  { product_id, revision }: ProductRevision,
  base_url: string,
): string | undefined {
  const found = known.get(product_id);
  return found?.revision === revision && found.base_url === base_url ? found.text : undefined;
}

/** A product as JSON, which is remembered. It is checked as every answer is. */
export function productJson(row: ProductRow, base_url: string): string {
  const before = knownText(row, base_url);
  if (before !== undefined) return before;
  const record = showProduct(row, base_url);
  checkProduct(record);
  const text = JSON.stringify(record);
  if (row.revision === 0) return text; // It has not changed since there are revisions: they are all 0.
  // When full, all are forgotten: those that are needed again and again are soon back.
  if (characters + text.length > CHARACTERS_MAX) {
    known.clear();
    characters = 0;
  }
  const { product_id, revision } = row;
  characters += text.length - (known.get(product_id)?.text.length ?? 0);
  known.set(product_id, { revision, base_url, text });
  return text;
}
