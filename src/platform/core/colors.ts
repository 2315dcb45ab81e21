/** A colour of sRGB: red, green and blue from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Of `#5b4bdb`. */
export function readColor(hex: string): Color {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

export const hexOf = (color: Color): string =>
  `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** `amount` of the second colour in the first, from 0 to 1; as hexadecimal text can say it. */
export const mixed = (base: Color, other: Color, amount: number): Color => [
  Math.round(base[0] + (other[0] - base[0]) * amount),
  Math.round(base[1] + (other[1] - base[1]) * amount),
  Math.round(base[2] + (other[2] - base[2]) * amount),
];

/** The contrast of two colours, from 1 to 21, as WCAG 2 defines it. */
export function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const luminance = ([red, green, blue]: Color): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const linear = (value: number): number =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
