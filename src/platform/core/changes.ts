/** The column that stores a field: the one of the same name, or the amount in minor units. */
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

/** Whether two rows differ in more than `updated_at`. After a repeated request they do not. */
export function isChanged<Row extends { updated_at: number }>(before: Row, after: Row): boolean {
  const fields = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).some(
    ([name, value]) => name !== 'updated_at' && fields.get(name) !== value,
  );
}
