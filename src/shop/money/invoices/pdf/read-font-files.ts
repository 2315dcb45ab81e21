import { readFileSync } from 'node:fs';
import { SettingsError } from '../../../../platform/machine/settings.ts';
import { charactersIn } from './font-file.rules.ts';

/** Fonts that the operator adds; one that cannot be embedded is refused before anything starts. */
export const readFontFiles = (paths: string[]): Uint8Array[] =>
  paths.map((path) => {
    try {
      const font = readFileSync(path);
      charactersIn(font);
      return font;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SettingsError(`KASSA_INVOICE_FONTS: "${path}" cannot be used: ${reason}.`);
    }
  });
