import { Html, html } from '../../platform/core/html.ts';
import { addressOf } from './guides/addresses.rules.ts';

// The pieces that every part of the reference is made of.

/** `code` in descriptions, and addresses of operations and events as links. */
export const inline = (text: string): Html[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A sentence: descriptions are written without their full stop. */
export const sentence = (text: string): Html | false =>
  text !== '' && html`${inline(text)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Something to copy, in a language that readers may choose. */
export const sample = (language: 'curl' | 'typescript' | 'always', text: string): Html =>
  html`<pre tabindex="0" class="${language}"><code>${text}</code></pre>`;

/** A sample in both languages; the switch at the top shows one of them. */
export const samples = (in_shell: string, in_typescript: string): Html =>
  html`${sample('curl', in_shell)}${sample('typescript', in_typescript)}`;

export const json = (value: unknown): Html =>
  html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

/** A part of the reference with an address of its own. */
export const part = (id: string, title: Html | string, body: Html): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
  <h3 id="${id}-title">${title}</h3>
${body}
</section>`;

/** Documents that descriptions name, as links to their pages. */
export const withDocumentLinks = ({ text }: Html, base_path: string): Html =>
  new Html(
    text.replace(
      /(?:<code>)?\b(docs\/[a-z-]{1,40}\.md)(?:<\/code>)?/g,
      (_, path: string) => html`<a href="${base_path}${addressOf(path)}">${path}</a>`.text,
    ),
  );
