import type { Static } from 'typebox';
import { Line, OneOf } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import { LANGUAGES } from './invoice.rules.ts';
import { FIRST_SERIES, type NumberSeries, numberText, PREFIX_MAX } from './numbering.rules.ts';

const NOTES_MAX = 10;
const NOTE_MAX = 500;

const series = {
  prefix: Type.String({
    maxLength: PREFIX_MAX,
    description: 'What invoice numbers begin with; may not end in a digit',
    examples: ['INV-'],
  }),
  next_number: Type.Integer({
    minimum: 1,
    description: 'Number of the next invoice or credit note; can only go up',
    examples: [1],
  }),
};

const settings = {
  language: OneOf(['buyer', ...LANGUAGES], {
    description: "Language of what is issued from now on; `buyer`: that of the buyer's country",
    examples: ['buyer'],
  }),
  notes: Type.Array(Line(NOTE_MAX), {
    maxItems: NOTES_MAX,
    description: 'Lines at the end of every invoice and credit note, up to 500 characters each',
    examples: [['Thank you for your business.']],
  }),
};

export const InvoiceSettingsRecord = Type.Object({
  object: Type.Literal('invoice_settings'),
  ...series,
  example: Type.String({
    description: 'The next invoice or credit note has this number',
    examples: ['INV-0001'],
  }),
  ...settings,
});

export const invoice_setting_fields = {
  prefix: Type.Optional(series.prefix),
  next_number: Type.Optional(series.next_number),
  language: Type.Optional(settings.language),
  notes: Type.Optional(settings.notes),
};

/** What a store says about its invoices. */
export type InvoiceSettings = Pick<Static<typeof InvoiceSettingsRecord>, 'language' | 'notes'>;

const DEFAULTS: InvoiceSettings = { language: 'buyer', notes: [] };

/** The stored settings, with defaults for the others. */
export const parseInvoiceSettings = (kept: string): InvoiceSettings =>
  kept === '{}' ? DEFAULTS : { ...DEFAULTS, ...JSON.parse(kept) };

/** The settings to store after a change; fields that are not sent stay. */
export function mergeInvoiceSettings(kept: string, change: Partial<InvoiceSettings>): string {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined);
  return JSON.stringify({ ...JSON.parse(kept), ...Object.fromEntries(sent) });
}

export function showInvoiceSettings(
  kept: string,
  { prefix, next_number }: NumberSeries = FIRST_SERIES,
): Static<typeof InvoiceSettingsRecord> {
  return {
    object: 'invoice_settings',
    prefix,
    next_number,
    example: numberText({ prefix, next_number }),
    ...parseInvoiceSettings(kept),
  };
}
