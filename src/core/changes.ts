/** The column that keeps a field: of the same name, or in minor units. */
type ColumnOf<Field, Row> = Field extends keyof Row
  ? Field
  : `${Field & string}_minor` extends keyof Row
    ? `${Field & string}_minor`
    : Field;

/**
 * The columns that are written when a client changes something: one for each field that may be
 * sent. A function that has to make all of them and forgets one does not compile.
 */
export type ChangedColumns<Row extends { updated_at: number }, Change> = {
  [Column in ColumnOf<keyof Change | 'updated_at', Row> & string]: Column extends keyof Row
    ? Row[Column]
    : never;
};

/** Whether a row differs in anything but when it was changed. A repeated request finds that it does not. */
export function isChanged<Row extends { updated_at: number }>(before: Row, after: Row): boolean {
  const fields = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).some(
    ([name, value]) => name !== 'updated_at' && fields.get(name) !== value,
  );
}
