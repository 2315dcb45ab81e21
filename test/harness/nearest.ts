/** Half to even by another way: the nearest of two neighbours, in fractions of the whole. */
export function nearest(minor: bigint, part: bigint, whole: bigint): bigint {
  const exact = minor * part; // In units of 1 / whole.
  const floor = exact / whole;
  const below = exact - floor * whole;
  const above = (floor + 1n) * whole - exact;
  if (below === above) return floor % 2n === 0n ? floor : floor + 1n;
  return below < above ? floor : floor + 1n;
}
