import { normalForm, withoutCrowds } from '../../../../platform/core/normal-form.ts';
import { directedRuns, type TextRun } from './direction.rules.ts';

/** A line that can be drawn: its runs from left to right. */
export interface PreparedText {
  runs: TextRun[];
  /** Whether some of the text could not be shown as it is. */
  is_changed: boolean;
  /** Whether something is missing that a reader would miss. */
  is_incomplete: boolean;
}

/** Stands for what no font has. Never a box: that looks like a fault. */
const UNSHOWN = '◇';

type Covers = { covers: ReadonlySet<number> };

/**
 * Chooses a font for each character: the first one that has it with all its accents. What no font
 * has is written in its plain form (a letter of another width, without an accent); pictures such as
 * emoji are left out; anything else becomes one UNSHOWN for all that stands together.
 */
export function prepareText(text: string, fonts: readonly Covers[]): PreparedText {
  const clean = withoutInvisible(inForm(withoutCrowds(text), 'NFC')).replace(/[\s\p{Cc}]+/gu, ' ');
  const chosen: { text: string; font: number }[] = [];
  let [is_changed, is_incomplete] = [false, false];
  for (const cluster of clustersOf(clean)) {
    const found = choose(cluster, fonts);
    if (found) {
      chosen.push(found);
      continue;
    }
    is_changed = true;
    const simpler = choose(inForm(cluster, 'NFKC'), fonts) ?? choose(bare(cluster), fonts);
    if (simpler) chosen.push(simpler);
    else if (!PICTURE.test(cluster)) {
      is_incomplete = true;
      const mark = choose(UNSHOWN, fonts);
      if (mark && chosen.at(-1)?.text !== UNSHOWN) chosen.push(mark);
    }
  }
  if (is_changed && chosen.every((one) => one.text.trim() === '')) {
    is_incomplete = true;
    chosen.push(choose(UNSHOWN, fonts) ?? { text: '?', font: 0 });
  }
  return { runs: directedRuns(withoutDoubleBlanks(chosen)), is_changed, is_incomplete };
}

/** A letter with what is put on it. */
export const clustersOf = (text: string): string[] =>
  text.match(/\P{M}[\p{M}\u200d]*|[\p{M}\u200d]+/gu) ?? [];

/** Joiners change the forms of Arabic letters; elsewhere they join what is not shown anyway. */
function withoutInvisible(text: string): string {
  const invisible = /\p{Script=Arabic}/u.test(text) ? INVISIBLE_BUT_JOINERS : INVISIBLE;
  return text.replace(invisible, '');
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cs}]/gv;
const INVISIBLE_BUT_JOINERS = /[[\p{Default_Ignorable_Code_Point}\p{Cs}]--[\u200c\u200d]]/gv;
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u;

function choose(text: string, fonts: readonly Covers[]) {
  if (text === '') return undefined;
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const font = fonts.findIndex(({ covers }) => codes.every((code) => covers.has(code)));
  return font === -1 ? undefined : { text, font };
}

const bare = (text: string): string => inForm(text, 'NFKD').replace(/\p{M}/gu, '');

/** What is longer than all that may be written is drawn as it is. */
const inForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  normalForm(text, form, TEXT_MAX) ?? text;

const TEXT_MAX = 20_000;

/** Where a picture is left out, two blanks would remain. */
function withoutDoubleBlanks<Chosen extends { text: string }>(chosen: Chosen[]): Chosen[] {
  const single = chosen.filter((one, at) => one.text !== ' ' || chosen[at - 1]?.text !== ' ');
  while (single.at(-1)?.text === ' ' && single.length > 1) single.pop();
  return single;
}
