import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer, PageReader } from '../../platform/http/page.ts';
import { wordsFor } from './choose-words.ts';
import { languageSwitch } from './language-switch.ts';
import { htmlPage } from './layout.ts';

interface Notice {
  title: string;
  text: Html | string;
}

/** A page with one thing to say, in the language of whoever asks. */
export async function noticePage(
  request: PageReader,
  { base_path, status }: { base_path: string; status: number },
  choose: (notices: Words['notices'], words: Words) => Notice,
): Promise<PageAnswer> {
  const words = await wordsFor(request);
  const { title, text } = choose(words.notices, words);
  return htmlPage(
    status,
    title,
    html`<body class="notice">
<main>
  <h1>${title}</h1>
  <p>${text}</p>
</main>
<footer>${languageSwitch(words)}</footer>
</body>`,
    { base_path, words },
  );
}
