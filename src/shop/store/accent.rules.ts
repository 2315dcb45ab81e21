import { type Color, contrast, hexOf, mixed, readColor } from '../../platform/core/colors.ts';

/** An accent colour in one mode, in colours that are legible together. */
export interface Accent {
  /** Of buttons, and of outlines. */
  accent: string;
  /** Of the text on a button. */
  on_accent: string;
  /** Of links and other text. */
  accent_text: string;
  /** Of a surface with a touch of the colour. */
  accent_soft: string;
}

// As WCAG asks, level AA.
const TEXT_CONTRAST = 4.5;
const OUTLINE_CONTRAST = 3;

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];

/** The surfaces of style.css, and how much of the accent a soft one has. */
export const SURFACES = {
  light: { page: '#f6f6f9', surface: '#ffffff', sunken: '#f1f1f5', softness: 0.06 },
  dark: { page: '#101015', surface: '#18181f', sunken: '#202029', softness: 0.1 },
} as const;

/** The nearest to a seller's colour that can be read in light and in dark. */
export const accentColors = (hex: string): Record<'light' | 'dark', Accent> => ({
  light: accentIn('light', readColor(hex)),
  dark: accentIn('dark', readColor(hex)),
});

function accentIn(mode: 'light' | 'dark', accent_color: Color): Accent {
  const { page, surface, sunken, softness } = SURFACES[mode];
  const soft = mixed(readColor(surface), accent_color, softness);
  const backgrounds = [...[page, surface, sunken].map(readColor), soft];
  // Away from the background: darker on light, lighter on dark.
  const towards = mode === 'light' ? BLACK : WHITE;
  const legible = (least: number): Color => {
    for (let step = 0; step < STEPS; step++) {
      const color = mixed(accent_color, towards, step / STEPS);
      if (backgrounds.every((one) => contrast(color, one) >= least)) return color;
    }
    return towards;
  };
  const accent = legible(OUTLINE_CONTRAST);
  // One of the two is legible on any colour.
  const on_accent = contrast(WHITE, accent) >= TEXT_CONTRAST ? WHITE : BLACK;
  return {
    accent: hexOf(accent),
    on_accent: hexOf(on_accent),
    accent_text: hexOf(legible(TEXT_CONTRAST)),
    accent_soft: hexOf(soft),
  };
}

const STEPS = 64;
