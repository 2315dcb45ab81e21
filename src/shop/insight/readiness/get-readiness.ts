import { OneOf, TextOrNull } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { POINTS, STATES } from './point.rules.ts';
import { readFacts } from './read-facts.ts';
import { firstSteps, isDone, readinessPoints } from './readiness.rules.ts';

const Point = Type.Object({
  point: OneOf([...POINTS], { description: 'What it is about', examples: ['seller'] }),
  name: Type.String({
    description: 'What the dashboard calls it',
    examples: ['Your name and address'],
  }),
  state: OneOf([...STATES], {
    description:
      'broken: was done, or was tried, and does not work; open: to do; waiting: for another point; ' +
      'done',
    examples: ['open'],
  }),
  is_needed: Type.Boolean({
    description: 'Whether nobody can buy without it. All others help, and refuse nothing',
    examples: [true],
  }),
  message: Type.String({
    description: 'What is so, in a sentence',
    examples: ['Missing: your name and country.'],
  }),
  meaning: TextOrNull(
    'Purchases are refused until they are there: they go on every invoice.',
    'What that means for buyers; null: nothing is to be done',
  ),
  button: TextOrNull('Add them', 'What can be done at `page`, as the dashboard calls it'),
  page: TextOrNull(
    '/dashboard/2/taxes#legal_name',
    'Where: below the address of this installation',
  ),
  document: TextOrNull(
    'docs/mail.md',
    'The document that says what to do, where no page of the dashboard does it',
  ),
});

const Step = Type.Object({
  step: OneOf(['product', 'payment_link', 'test_purchase'], {
    description: 'What is made in it',
    examples: ['payment_link'],
  }),
  state: OneOf(['done', 'next', 'later'], { examples: ['next'] }),
});

export const getReadiness = operation({
  method: 'GET',
  path: '/get-readiness',
  summary: 'See what is still missing before this store can be opened',
  description:
    'Payments, mail, who sells, taxes, legal pages, address, backups, and one purchase and refund to ' +
    'try it out; what is broken comes first. A live store whose seller has no name or address takes ' +
    'no purchases (`store_not_ready`) until it has sold once. `kassa doctor` and the overview of the ' +
    'dashboard say the same.',
  scope: 'read',
  input: Type.Object({}),
  output: Type.Object({
    object: Type.Literal('readiness'),
    mode: OneOf(['test', 'live'], { examples: ['live'] }),
    is_ready: Type.Boolean({ description: 'Whether all points are done', examples: [false] }),
    points: Type.Array(Point, { description: 'What is broken comes first, what is done last' }),
    first_steps: Type.Array(Step, {
      description: 'The way to the first test purchase, in a test store without one; else empty',
      examples: [[]],
    }),
    has_sold: Type.Boolean({
      description: 'Whether anything was ever bought in this store',
      examples: [false],
    }),
  }),
  errors: [],
  async read({ reader, services, actor }) {
    const { base_url, has_local_certificate, mailer, certificateEndsAt, clock } = services;
    const machine = {
      now: clock(),
      base_url,
      has_local_certificate,
      certificate_ends_at: certificateEndsAt?.(),
      has_mail_server: mailer !== undefined,
    };
    const facts = await readFacts(reader, machine, await services.installationFacts(actor));
    const points = readinessPoints(facts);
    return {
      object: 'readiness' as const,
      mode: facts.mode,
      is_ready: points.every(isDone),
      points,
      first_steps: firstSteps(facts),
      has_sold: facts.has_bought,
    };
  },
});
