// Words as they are compared: British and American spellings, one and many, are the same. A stem
// is no word and need not look like one ("hour" and "hor"): both sides are made the same way.

const QUERY_WORDS_MAX = 8;
const WORD_MAX = 40;

/** The words of a text as they are compared. Names such as refund-transaction are several. */
export const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stem(word.slice(0, WORD_MAX)));

/** The words that are looked for, each once. */
export const queryStems = (text: string): string[] =>
  [...new Set(stemsOf(text))].slice(0, QUERY_WORDS_MAX);

const SPELLINGS: [RegExp, string][] = [
  [/ies$/, 'y'],
  [/(?<![sui])s$/, ''],
  [/e$/, ''],
  // license and licence, defense and defence
  [/enc$/, 'ens'],
  [/encing$/, 'ensing'],
  // color and colour
  [/our$/, 'or'],
  // authorize and authorise, analyze and analyse
  [/is(?=$|ing$|ed$|ation$)/, 'iz'],
  [/ys(?=$|ing$|ed$)/, 'yz'],
  // canceled and cancelled, cancelation and cancellation
  [/ll(?=ed$|ing$|ation$|er$|$)/, 'l'],
  // catalog and catalogue
  [/ogu$/, 'og'],
  // center and centre
  [/tr$/, 'ter'],
];

const SHORT = 4;

function stem(word: string): string {
  if (word.length < SHORT) return word;
  let changed = word;
  for (const [end, other] of SPELLINGS) changed = changed.replace(end, other);
  return changed;
}
