/**
 * Remembers what `make` gave, for texts that are needed again and again. It must depend on its
 * name alone. When `most` are known, all are forgotten: no client can fill the memory.
 */
export function remember<Name extends string | number, Value>(
  most: number,
  make: (name: Name) => Value,
): (name: Name) => Value {
  const known = new Map<Name, Value>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = make(name);
    if (known.size >= most) known.clear();
    known.set(name, made);
    return made;
  };
}
