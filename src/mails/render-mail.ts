import type { Language } from '../core/languages.ts';
import type { MailKind } from './mail.rules.ts';

/** How a store shows itself in its mails. */
export interface Brand {
  store_name: string;
  is_test: boolean;
}

export interface Letter {
  kind: MailKind;
  language: Language;
  brand: Brand;
  /** What the mail tells. Secrets and license keys are in it, readable. */
  data: Record<string, unknown>;
  /** The seller's own words, with their gaps filled in. */
  own: { subject: string | undefined; greeting: string | undefined };
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** What a mail says. Pure: the same letter gives the same mail. */
export function renderMail({ kind, brand, data, own }: Letter): RenderedMail {
  const subject = own.subject ?? `${brand.store_name}: ${kind.replaceAll('_', ' ')}`;
  const facts = Object.entries(data).map(([name, value]) => `${name}: ${wordsOf(value)}`);
  const lines = [own.greeting ?? 'Hello,', ...facts, brand.store_name];
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html>${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}\n`,
  };
}

const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
