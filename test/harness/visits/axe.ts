import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { IN_CAMPAIGN } from '../seed.ts';

/** What depends on colors and widths, not only on which elements there are. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/**
 * Runs in the page. Of neighbours that are built alike, such as the rows of a table, axe is given
 * the first: same elements, classes, states and visibility, only other texts. What their ids could
 * make wrong (one that is there twice, a label for none) is looked for in all of them.
 */
const PREPARE = `(selector) => {
  const MATTERS =
    /^(class|role|type|lang|dir|style|hidden|open|aria-(?!label|describe|controls|owns).+)$/;
  const kinds = new Map();
  const kindOf = (element) => {
    if (kinds.has(element)) return kinds.get(element);
    let kind = element.localName + (element.checkVisibility() ? '' : '!');
    for (const { name, value } of element.attributes) {
      kind += ' ' + name + (MATTERS.test(name) || value === '' ? '=' + value : '');
    }
    kind += '(';
    for (const node of element.childNodes) {
      if (node.nodeType === 1) kind += kindOf(node);
      else if (node.nodeType === 3 && node.data.trim() !== '') kind += 'text';
    }
    kind += ')';
    kinds.set(element, kind);
    return kind;
  };
  const alike = [];
  const compare = (element) => {
    const seen = new Set();
    for (const child of element.children) {
      if (seen.has(kindOf(child))) alike.push(child);
      else compare(child);
      seen.add(kindOf(child));
    }
  };
  const problems = [];
  const ids = new Set();
  for (const { id } of document.querySelectorAll('[id]')) {
    if (ids.has(id)) problems.push('an id that is there twice: ' + id);
    ids.add(id);
  }
  for (const name of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']) {
    for (const element of document.querySelectorAll('[' + name + ']')) {
      const missing = element.getAttribute(name).split(' ').filter((id) => !ids.has(id));
      if (missing.length > 0) problems.push(name + ' of what is not there: ' + missing);
    }
  }
  const parts = [...document.querySelectorAll(selector)];
  parts.forEach(compare);
  globalThis.alike = alike;
  return { problems, kind: kindOf(document.documentElement) };
}`;

/** Of the pages that all rules have seen. */
const known = new Set<string>();
let axe: string | undefined;

/**
 * Accessibility problems that axe finds in a page or in a part of it. A page that is built as one
 * before it, in another color scheme or width, is only asked what these can change; in a campaign
 * everything is asked of everything.
 */
export async function axeProblems(page: Page, part = 'html'): Promise<string[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const selector = JSON.stringify(part);
  // As a debugger does, whatever the page allows.
  const { problems, kind } = (await page.evaluate(`${axe}; (${PREPARE})(${selector})`)) as {
    problems: string[];
    kind: string;
  };
  const is_known = known.has(part + kind) && !IN_CAMPAIGN;
  known.add(part + kind);
  const options = {
    resultTypes: ['violations'],
    ...(is_known && { runOnly: RULES_OF_LOOKS }),
  };
  const exclude = IN_CAMPAIGN ? '[]' : 'alike';
  const context = `{ include: [...document.querySelectorAll(${selector})], exclude: ${exclude} }`;
  const run = `axe.run(${context}, ${JSON.stringify(options)})`;
  const { violations } = (await page.evaluate(run)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return [...problems, ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)];
}
