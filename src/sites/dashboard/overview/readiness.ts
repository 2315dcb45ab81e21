import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { getReadiness } from '../../../shop/insight/readiness/get-readiness.ts';
import { isDone } from '../../../shop/insight/readiness/readiness.rules.ts';
import { updateTaxSettings } from '../../../shop/tax/update-tax-settings.ts';
import { filePage } from '../../shared/layout.ts';
import { chip } from '../layout.ts';
import { linked } from '../linked.ts';
import type { Visit } from '../visit.ts';
import { firstStepsList } from './first-steps.ts';

export const READINESS_STYLE = '/readiness.css';

export const readinessStyle = filePage(
  READINESS_STYLE,
  new URL('./readiness.css', import.meta.url),
);

type Readiness = Static<typeof getReadiness.output>;
type Point = Readiness['points'][number];

interface Shown {
  list: Html | false;
  /** Before the figures, until there is something to count. */
  is_first: boolean;
  has_steps: boolean;
  /** What needs attention and is among the points already. */
  said: ReadonlySet<string>;
}

const NOTHING: Shown = { list: false, is_first: false, has_steps: false, said: new Set() };

/** What needs attention in the words of its operation, by the point that says the same. */
const ALSO_SAID: Partial<Record<Point['point'], string>> = {
  payments: 'provider',
  address: 'certificate',
  backups: 'backup',
};

/** What is to do before the shop is open, for those who can do it; nothing when all is done. */
export async function readinessList(visit: Visit): Promise<Shown> {
  if (!visit.may(updateTaxSettings)) return NOTHING;
  const { points, first_steps, is_ready, has_sold } = await visit.ask(getReadiness, {});
  const left = points.filter((one) => !isDone(one));
  const [last, ...others] = left;
  const steps = first_steps.length > 0 && firstStepsList(visit, first_steps);
  const many = others.length > 0 && allPoints(visit, points, has_sold);
  const goes_live = mayGoLive(visit);
  const list = html`${steps}
${many || (last && oneLeft(visit, points, last))}
${is_ready && goes_live && readyToGoLive(visit)}`;
  return {
    list: (!is_ready || goes_live || first_steps.length > 0) && list,
    is_first: !has_sold || (is_ready && goes_live),
    has_steps: first_steps.length > 0,
    said: new Set(left.flatMap(({ point }) => ALSO_SAID[point] ?? [])),
  };
}

/** A test store that is in use has it folded: its seller has seen it. */
function allPoints(visit: Visit, points: Point[], has_sold: boolean): Html {
  const is_folded = has_sold && visit.store.mode === 'test';
  const done = points.filter(isDone);
  const head = html`<h2 id="readiness">${titleIn(visit)}</h2>
<span class="small quiet">${countText(points)}</span>
<span class="progress" aria-hidden="true">${points.map(
    (_, at) => html`<i${at < done.length && html` class="on"`}></i>`,
  )}</span>`;
  const lists = html`
<ul class="points">${points.filter((one) => !isDone(one)).map((one) => item(visit, one))}</ul>
${done.length > 0 && foldedDone(visit, done)}
${mayGoLive(visit) && whatGoingLiveDoes(visit)}`;
  return html`<section class="card readiness" aria-labelledby="readiness">${
    is_folded
      ? html`<details class="whole"><summary>${head}</summary>${lists}</details>`
      : html`<header>${head}</header>${lists}`
  }</section>`;
}

const foldedDone = (visit: Visit, done: Point[]): Html =>
  html`<details><summary>${done.length} done</summary>
<ul class="points">${done.map((one) => item(visit, one))}</ul></details>`;

const titleIn = ({ store }: Visit): string =>
  store.mode === 'test' ? 'Before you go live' : 'What this shop still needs';

const countText = (points: Point[]): string =>
  `${points.filter(isDone).length} of ${points.length} done`;

/** A mark with a word behind it: not told by its colour alone. */
const MARKS: Record<Point['state'], [mark: string, word: string]> = {
  broken: ['!', 'Needs a look:'],
  open: ['', 'To do:'],
  waiting: ['', 'Later:'],
  done: ['✓', 'Done:'],
};

function mark(state: Point['state']): Html {
  const [sign, word] = MARKS[state];
  return html`<span class="state ${state}"><span aria-hidden="true">${sign}</span>
  <span class="hidden">${word}</span></span>`;
}

function item(visit: Visit, one: Point): Html {
  const { name, state, is_needed, message, meaning } = one;
  return html`<li>${mark(state)}
<h3>${name} ${state === 'broken' && chip('warn', 'Not working')}
  ${is_needed && state !== 'done' && html`<span class="need">Needed to sell</span>`}</h3>
<p>${linked(message)} ${meaning}</p>
${way(visit, one)}</li>`;
}

function way({ base_path }: Visit, { button, page, document }: Point): Html | false {
  // The guide of `docs/certificate.md` is served at `/docs/certificate`.
  const guide = document !== null && `/${document.replace(/\.md$/, '')}`;
  const to = page ?? guide;
  return (
    to !== false &&
    html`<a class="button second small" href="${base_path}${to}">${
      page === null ? 'See how' : button
    }</a>`
  );
}

/** One line, and the rest behind it: the page belongs to the figures again. */
function oneLeft(visit: Visit, points: Point[], last: Point): Html {
  const { name, message, meaning } = last;
  const done = points.filter(isDone);
  const share = html`${done.length} ${points.length - done.length}`;
  return html`<section class="card readiness" aria-label="One point left">
<div class="oneline"><svg class="ring" viewBox="0 0 34 34" role="img"
  aria-label="${countText(points)}"><circle cx="17" cy="17" r="14"/><circle class="on" cx="17"
  cy="17" r="14" pathLength="${points.length}" stroke-dasharray="${share}"
  transform="rotate(-90 17 17)"/></svg>
<p><strong>One thing left: ${name.charAt(0).toLowerCase()}${name.slice(1)}.</strong>
  <span class="quiet">${linked(message)} ${meaning}</span></p>
${way(visit, last)}</div>
${foldedDone(visit, done)}
</section>`;
}

/** Until there is a live store: in it, the list goes on. */
const mayGoLive = ({ role, store, stores }: Visit): boolean =>
  role === 'owner' && store.mode === 'test' && !stores.some(({ mode }) => mode === 'live');

const whatGoingLiveDoes = ({ address }: Visit): Html =>
  html`<div class="last"><p><strong>Going live copies your shop.</strong>
  <span class="quiet">Brand, products, links, codes, taxes, mail texts and team. Test customers and
  payments stay here.</span></p>
<a class="button second small" href="${address}/go-live">See what is copied</a></div>`;

const readyToGoLive = ({ address }: Visit): Html =>
  html`<section class="card readiness" aria-label="Ready to go live"><div class="oneline ready">
<span class="state done"><span aria-hidden="true">✓</span></span>
<p><strong>You are ready.</strong> <span class="quiet">All points are done. Nothing is charged until
  a buyer pays.</span></p>
<a class="button small" href="${address}/go-live">Go live</a></div></section>`;
