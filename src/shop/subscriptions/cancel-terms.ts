import { Default, OneOf } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';

/** How a subscription ends: when, and what is paid back. */
export const CancelTerms = {
  cancel_at_period_end: Default(
    false,
    Type.Boolean({ description: 'Let the paid period run out first' }),
  ),
  refund: Default(
    'none',
    OneOf(['none', 'prorated', 'full'], {
      description: 'What is paid back of the current period: nothing, the rest, or all of it',
    }),
  ),
};
