import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { htmlPage } from '../shared/layout.ts';
import { type RefusalText, refusalBox, refusedTitle } from '../shared/refusal.ts';
import type { Visit } from './visit.ts';

export const ACCOUNT_STYLE = '/account.css';
export const PASSKEY_SCRIPT = '/passkey.js';

interface Content {
  title: string;
  main: Html;
  /** Under the title: what this page is for. */
  lead?: Html | string | undefined;
  status?: number;
  refusal?: RefusalText | undefined;
  /** What has just been done. */
  note?: Html | string | undefined;
  /** With room for lists. */
  is_wide?: boolean;
  has_passkeys?: boolean;
  can_copy?: boolean;
  back?: { at: string; name: string };
}

/** A page about who somebody is: one card in the middle, or a column of them. */
export function accountPage(visit: Visit, content: Content): PageAnswer {
  const { base_path, words } = visit;
  const { title, main, lead, refusal, note, is_wide, back, can_copy = false } = content;
  const { status = refusal ? 400 : 200, has_passkeys } = content;
  return htmlPage(
    status,
    refusedTitle(refusal, `${title} · Kassa`),
    html`<body class="dashboard account${is_wide && ' wide'}">
<header class="brand"><span class="initial" aria-hidden="true">K</span> Kassa</header>
<main${!is_wide && html` class="card"`}>
  ${back && html`<p class="back"><a href="${base_path}${back.at}">${back.name}</a></p>`}
  ${refusal && refusalBox(refusal)}
  ${note && html`<p class="note" role="status">${note}</p>`}
  <h1>${title}</h1>
  ${lead && html`<p class="lead">${lead}</p>`}
  ${main}
</main>
</body>`,
    {
      ...{ base_path, words, can_copy },
      files: [
        '/dashboard.css',
        ACCOUNT_STYLE,
        ...(has_passkeys ? ([PASSKEY_SCRIPT] as const) : []),
      ],
    },
  );
}

interface Field {
  name: string;
  label: string;
  type?: string;
  value?: string;
  hint?: Html | string;
  problem?: string | undefined;
  optional?: boolean;
  attributes?: Record<string, string | number>;
}

export function field({ name, label, type = 'text', value = '', ...more }: Field): Html {
  const { hint, problem, optional, attributes = {} } = more;
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean);
  const others = Object.entries(attributes).map(([key, text]) => html` ${key}="${text}"`);
  return html`<div>
  <label for="${name}">${label}${optional && html` <span class="quiet">optional</span>`}</label>
  <input id="${name}" name="${name}" type="${type}" value="${value}"${others}${
    !optional && html` required`
  }${problem && html` aria-invalid="true"`}${
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`
  }>
  ${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
  ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
}

export const nameField = (label: string, value: string, problem: string | undefined): Html =>
  field({
    ...{ name: 'name', label, value, problem, optional: true },
    attributes: { autocomplete: 'name', maxlength: 100 },
  });

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const newPasswordField = (problem?: string, label = 'Password'): Html =>
  field({
    ...{ name: 'password', label, type: 'password', problem },
    hint: 'At least 10 characters. A few words that only you would put together are best.',
    attributes: { autocomplete: 'new-password', maxlength: 200, minlength: 10 },
  });
