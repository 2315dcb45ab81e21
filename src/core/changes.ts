/** Whether a row differs in anything but when it was changed. A repeated request finds that it does not. */
export function isChanged<Row extends { updated_at: number }>(before: Row, after: Row): boolean {
  const fields = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).some(
    ([name, value]) => name !== 'updated_at' && fields.get(name) !== value,
  );
}
