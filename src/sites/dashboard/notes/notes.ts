import { type Html, html } from '../../../platform/core/html.ts';
import { createNote } from '../../../shop/insight/notes/create-note.ts';
import { deleteNote } from '../../../shop/insight/notes/delete-note.ts';
import { listNotes } from '../../../shop/insight/notes/list-notes.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, inputs, sendForm } from '../form.ts';
import { card, dashboardPage } from '../layout.ts';
import type { SectionName } from '../menu.ts';
import { findPayment } from '../payments/find-payment.ts';
import { totalText } from '../payments/payment-text.ts';
import { instant } from '../text.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';

const SHOWN = 20;

const FIELDS = {
  text: field.textarea({ label: 'New note', rows: 3, hint: 'For your team: buyers never see it' }),
};

type About = { customer_id: string } | { transaction_id: string };

interface Subject {
  about: About;
  /** Of the page that the notes are on. */
  address: string;
  name: string;
  section: SectionName;
}

/** What the team has written about a customer or a payment, and room for more. */
export async function notesCard(visit: Visit, about: About, address: string): Promise<Html> {
  const { data, has_more } = await visit.ask(listNotes, { ...about, limit: SHOWN });
  const can_write = visit.may(createNote);
  if (data.length === 0 && !can_write) return html``;
  return card(
    'Notes',
    html`${
      data.length > 0 &&
      html`<ul class="rows">${data.map(
        ({ note_id, text, written_by, created_at }) => html`<li><div>
  <div class="note-text">${text}</div>
  <div class="quiet">${written_by.name || 'A program'}, ${instant(created_at)}</div></div>
  ${
    visit.may(deleteNote) &&
    html`<form method="post" action="${address}/notes/${note_id}/delete">
  <button class="button second small" aria-label="Delete this note">Delete</button></form>`
  }</li>`,
      )}</ul>`
    }
${has_more && html`<p class="quiet">The newest ${SHOWN} are shown; list-notes has all.</p>`}
${can_write && noteForm(address, filledWith(FIELDS, {}))}`,
  );
}

const noteForm = (address: string, filled: Filled): Html =>
  html`<form class="form" method="post" action="${address}/notes" novalidate>
${attemptField()}
${inputs(FIELDS, filled, ['text'])}
<div class="actions"><button class="button second small">Add note</button></div></form>`;

/** Adds a note; one that is refused is shown again on a page of its own. */
const add =
  <Parts>(subjectOf: (visit: Visit, parts: Parts) => Promise<Subject>): Handler<Parts> =>
  async (visit, request, parts) => {
    const { about, address, name, section } = await subjectOf(visit, parts);
    const once = visit.onceFor(request.form.get('attempt'), 'note');
    const sent = await sendForm(
      { fields: FIELDS, sent: request, refused: 'The note was not added' },
      ({ text }) => visit.ask(createNote, { ...about, text }, once),
    );
    if ('done' in sent) return redirectAfterForm(address);
    return dashboardPage(visit, {
      ...{ title: 'Add a note', section, back: { at: address, name } },
      refusal: sent.again.refusal,
      main: noteForm(address, sent.again),
    });
  };

const remove =
  <Parts>(
    subjectOf: (visit: Visit, parts: Parts) => Promise<Subject>,
  ): Handler<Parts & { note_id: string }> =>
  async (visit, _request, parts) => {
    const { address } = await subjectOf(visit, parts);
    await visit.ask(deleteNote, { note_id: parts.note_id });
    return redirectAfterForm(address);
  };

async function customerOf(visit: Visit, parts: { customer_id: string }): Promise<Subject> {
  const { record, address, name, section } = await findCustomer(visit, parts);
  return { about: { customer_id: record.customer_id }, address, name, section };
}

async function paymentOf(visit: Visit, { transaction_id }: { transaction_id: string }) {
  const payment = await findPayment(visit, transaction_id);
  const address = `${visit.address}/payments/${transaction_id}`;
  const name = `Payment of ${totalText(visit, payment)}`;
  return { about: { transaction_id }, address, name, section: 'payments' as const };
}

const OF_CUSTOMER = '/customers/:customer_id/notes';
const OF_PAYMENT = '/payments/:transaction_id/notes';

export const noteRoutes = [
  route(OF_CUSTOMER, { POST: ifAllowed(createNote, add(customerOf)) }),
  route(`${OF_CUSTOMER}/:note_id/delete`, { POST: ifAllowed(deleteNote, remove(customerOf)) }),
  route(OF_PAYMENT, { POST: ifAllowed(createNote, add(paymentOf)) }),
  route(`${OF_PAYMENT}/:note_id/delete`, { POST: ifAllowed(deleteNote, remove(paymentOf)) }),
];
