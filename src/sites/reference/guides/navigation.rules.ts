import { readBlocks } from './markdown-blocks.rules.ts';
import { plainText } from './markdown-inline.rules.ts';

/** A page in the navigation. */
interface NavigationPage {
  /** The path of the document, from the folder of `docs/README.md`. */
  path: string;
  /** What it is called there; a page that is only mentioned beside another has none. */
  title: string | undefined;
  about: string;
}

export interface NavigationSection {
  title: string;
  pages: NavigationPage[];
}

const LINK = /\[([^\][\n]{1,200})\]\(([^)#\s]{1,200})(?:#[^)\s]{0,200})?\)/g;

/**
 * The navigation is docs/README.md: a section for each heading, and in it a page for each row of
 * the table, with those that the row mentions.
 */
export function readNavigation(text: string): NavigationSection[] {
  const sections: NavigationSection[] = [];
  for (const block of readBlocks(text)) {
    if (block.kind === 'heading' && block.level === 2) {
      sections.push({ title: plainText(block.text), pages: [] });
    }
    if (block.kind === 'table') sections.at(-1)?.pages.push(...block.rows.flatMap(pagesOfRow));
  }
  return sections;
}

function pagesOfRow([first = '', about = '']: string[]): NavigationPage[] {
  const named = linksIn(first).map(({ label, path }) => ({
    path,
    title: plainText(label),
    about: plainText(about),
  }));
  const mentioned = linksIn(about).map(({ path }) => ({ path, title: undefined, about: '' }));
  return [...named, ...mentioned];
}

const linksIn = (text: string): { label: string; path: string }[] =>
  [...text.matchAll(LINK)].map(([, label = '', path = '']) => ({ label, path }));
