/** A name or an amount inside an Arabic sentence: it may run the other way. */
export const own = (text: string | number): string => `\u2068${text}\u2069`;
