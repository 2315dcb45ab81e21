import { advanceClock } from '../../../jobs/advance-clock.ts';
import { getClock } from '../../../jobs/get-clock.ts';
import { type Html, html } from '../../../platform/core/html.ts';
import type { PageAnswer, PageRequest } from '../../../platform/http/page.ts';
import { listEvents } from '../../../shop/events/list-events.ts';
import { listSubscriptions } from '../../../shop/subscriptions/list-subscriptions.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { options } from '../choices.ts';
import { customerNames } from '../customer-names.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, inputs, sendForm } from '../form.ts';
import { happeningsCard } from '../happenings.ts';
import { card, dashboardPage, facts, notFoundPage } from '../layout.ts';
import { planText, type SubscriptionRecord } from '../subscriptions/subscription-text.ts';
import { instantText } from '../text.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';

const SUBSCRIPTIONS_SHOWN = 100;
const EVENTS_SHOWN = 100;

/** The clock of a test store. A live store has none, and no page about it. */
const inTestStores =
  (handler: Handler): Handler =>
  (visit, request, parts) =>
    visit.store.mode === 'test' ? handler(visit, request, parts) : notFoundPage(visit);

const day_fields = { to: field.text({ label: 'To a day', type: 'date' }) };

const LEAPS = { P1D: 'A day', P1W: 'A week', P1M: 'A month', P1Y: 'A year' };

const show: Handler = (visit, request) => clockPage(visit, request);

const REFUSED = 'The clock was not moved';

const move: Handler = async (visit, request) => {
  const once = visit.onceFor(request.form.get('attempt'), 'advance-clock');
  const by = request.form.get('by');
  const sent = await sendForm({ fields: day_fields, sent: request, refused: REFUSED }, ({ to }) =>
    visit.ask(advanceClock, by === undefined ? { to } : { by }, once),
  );
  if ('again' in sent) return clockPage(visit, request, sent.again);
  const { days, now, reached } = sent.done;
  const first = days[0]?.events[0]?.sequence;
  const to = reached ? '' : (request.form.get('to') ?? endOf(by, visit.now));
  const query = new URLSearchParams({
    moved: now,
    ...(first !== undefined && { after: String(first - 1) }),
    ...(to !== '' && { to }),
  });
  return redirectAfterForm(`${visit.address}/clock?${query}`);
};

/** Where a move was to end that did not get there. */
function endOf(by: string | undefined, from: number): string {
  if (by === undefined) return '';
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO('UTC');
  return start.add(by).toInstant().toString();
}

async function clockPage(visit: Visit, request: PageRequest, tried?: Filled): Promise<PageAnswer> {
  const { now, ahead_seconds } = await visit.ask(getClock, {});
  const query = request.readQuery();
  const [moved, to] = [query.get('moved'), query.get('to')];
  const may = visit.may(advanceClock);
  const is_there = to === undefined || !(Date.parse(to) > Date.parse(now));
  return dashboardPage(visit, {
    section: 'clock',
    refusal: tried?.refusal,
    note:
      moved !== undefined && is_there
        ? `The clock was moved to ${instantText(visit, now)}.`
        : undefined,
    main: html`${!is_there && may && goOn(visit, { now, to })}
<div class="two-thirds">
<div>${may && (await moveCard(visit, tried ?? filledWith(day_fields, {})))}
${await eventsSince(visit, query.get('after'))}</div>
<div>${card(
      'Now',
      html`<p class="clock-now">${instantText(visit, now)}</p>
${facts([
  ['Ahead of real time', ahead_seconds === 0 ? 'Not at all' : aheadText(ahead_seconds)],
  ['Real time', instantText(visit, Date.parse(now) - ahead_seconds * 1000)],
])}
<p class="quiet">Everything in this store follows its clock: payments, trials, licenses, mails. It
goes on by itself, and can be moved forward, never back.</p>`,
    )}</div>
</div>`,
  });
}

function aheadText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  return days > 0 ? `${days} ${days === 1 ? 'day' : 'days'}, ${hours} h` : `${hours} h`;
}

/** A long way is gone in parts: each call works for twenty seconds at most. */
const goOn = (visit: Visit, { now, to }: { now: string; to: string }): Html =>
  card(
    'Not there yet',
    html`<p>Much falls due on the way. In twenty seconds the clock got to
  <strong>${instantText(visit, now)}</strong>; it was to go to ${instantText(visit, to)}. All that
  is due until now has happened.</p>
<form method="post" action="${visit.address}/clock">${attemptField()}
  <input type="hidden" name="to" value="${to}">
  <button class="button">Go on</button></form>`,
  );

async function moveCard(visit: Visit, filled: Filled): Promise<Html> {
  const at = `${visit.address}/clock`;
  const renewals = await nextPayments(visit);
  return card(
    'Move it forward',
    html`<p>What falls due on the way happens in order, as if the time had passed: test cards are
charged, trials end, mails are sent. A long way takes up to twenty seconds at a time, and then says
how far it got.</p>
<div class="actions">${Object.entries(LEAPS).map(
      ([by, label]) => html`<form method="post" action="${at}">${attemptField()}
  <input type="hidden" name="by" value="${by}">
  <button class="button second">${label}</button></form>`,
    )}</div>
<form class="form inline" method="post" action="${at}">${attemptField()}
  ${inputs(day_fields, filled, ['to'])}
  <button class="button second">Go to this day</button></form>
${
  renewals.length > 0 &&
  html`<form class="form inline" method="post" action="${at}">${attemptField()}
  <div><label for="payment">To the next payment of a subscription</label>
  <select id="payment" name="to">${options(renewals, undefined)}</select></div>
  <button class="button second">Go there</button></form>`
}`,
  );
}

/** Of the newest subscriptions: the payments that come first. */
async function nextPayments(visit: Visit): Promise<{ value: string; label: string }[]> {
  const { data } = await visit.ask(listSubscriptions, { limit: SUBSCRIPTIONS_SHOWN });
  const due = data.filter(({ next_payment_at }) => next_payment_at !== null);
  const names = await customerNames(visit, due);
  const labelOf = (one: SubscriptionRecord, at: string) =>
    [visit.words.day(at), planText(one), names.get(one.customer_id)].join(', ');
  return due
    .flatMap((one) =>
      one.next_payment_at === null
        ? []
        : { value: one.next_payment_at, label: labelOf(one, one.next_payment_at) },
    )
    .sort((a, b) => (a.value < b.value ? -1 : 1));
}

/** What happened during a move of the clock, in order. */
async function eventsSince(visit: Visit, after: string | undefined): Promise<Html | false> {
  const after_sequence = Number(after);
  const is_number = Number.isSafeInteger(after_sequence) && after_sequence >= 0;
  if (after === undefined || !is_number) return false;
  const { data, has_more } = await visit.ask(listEvents, { after_sequence, limit: EVENTS_SHOWN });
  const more = html`<a href="${visit.address}/events">The first ${EVENTS_SHOWN}; all events</a>`;
  return happeningsCard(visit, { rows: data, more: has_more && more });
}

export const clockRoutes = [
  route('/clock', {
    GET: inTestStores(show),
    POST: inTestStores(ifAllowed(advanceClock, move)),
  }),
];
