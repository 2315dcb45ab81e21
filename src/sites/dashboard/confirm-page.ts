import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { attemptField } from '../shared/attempt-field.ts';
import { dashboardPage } from './layout.ts';
import type { SectionName } from './menu.ts';
import type { Visit } from './visit.ts';

interface Question {
  section: SectionName;
  title: string;
  /** Where the form is sent. */
  action: string;
  /** What will happen. */
  text: Html | string;
  /** What the button says. */
  button: string;
  is_dangerous?: boolean;
  back: { at: string; name: string };
}

/** Says what will happen, and asks once more. */
export const confirmPage = (visit: Visit, question: Question): PageAnswer => {
  const { section, title, action, text, button, is_dangerous = true, back } = question;
  return dashboardPage(visit, {
    ...{ title, section, back },
    main: html`<form class="form" method="post" action="${action}">
  ${attemptField()}
  <p>${text}</p>
  <div class="actions"><button class="button${is_dangerous && ' danger'}">${button}</button>
  <a href="${back.at}">Leave it as it is</a></div>
</form>`,
  });
};
