import type { Static } from 'typebox';
import { Line, Nullable, OneOf, optional } from '../../platform/core/fields.ts';
import { RETRY_DAYS } from '../../platform/core/periods.ts';
import { Type } from '../../platform/core/schema.ts';
import { PageOrigin, pageOrigins } from './page-origin.rules.ts';

const RETRIES_MAX = 10;
const RETRY_DAYS_MAX = 60;
const GRACE_DAYS_MAX = 365;
const ORIGINS_MAX = 20;

const settings = {
  retry_days: Type.Array(Type.Integer({ minimum: 1, maximum: RETRY_DAYS_MAX }), {
    maxItems: RETRIES_MAX,
    description: 'Days after each failed renewal until it is tried again; empty: never',
    examples: [RETRY_DAYS],
  }),
  after_retries: OneOf(['cancel', 'pause'], {
    description: 'What becomes of a subscription whose payment was never made',
    examples: ['cancel'],
  }),
  past_due_license_days: Type.Union(
    [Type.Integer({ minimum: 0, maximum: GRACE_DAYS_MAX }), Type.Null()],
    {
      description:
        'For how many days a license stays valid after a renewal failed; null: while the payment is retried',
      examples: [null],
    },
  ),
  unpaid_license_days: Type.Integer({
    minimum: 0,
    maximum: GRACE_DAYS_MAX,
    description:
      'The same if nothing was ever paid, for example when the first payment after a trial fails',
    examples: [3],
  }),
  on_dispute_lost: OneOf(['cancel', 'keep'], {
    description:
      'What a lost dispute does: ends the subscription and disables the license, or nothing',
    examples: ['cancel'],
  }),
  on_fraud_warning: OneOf(['ask', 'refund'], {
    description:
      'What an early warning of fraud by a bank does: asks you in `get-attention`, or refunds all ' +
      'that is left of the payment, ends its subscription and disables the license',
    examples: ['ask'],
  }),
  portal_quantity_changes: Type.Boolean({
    description: 'Whether customers may change quantities in the portal',
    examples: [true],
  }),
  portal_pauses: Type.Boolean({
    description: 'Whether customers may pause in the portal, once in a paid period',
    examples: [true],
  }),
  cancel_offer: Nullable(
    Line(64, {
      description:
        'The discount code that the portal offers to customers who are about to cancel, once each; ' +
        'null: none',
      examples: ['STAY50'],
    }),
  ),
  allowed_origins: Type.Array(PageOrigin, {
    maxItems: ORIGINS_MAX,
    description:
      'Sites whose pages may call the API with your keys of scope `full` and `read`: https:// and ' +
      'the name alone, or http://localhost with its port. Whoever opens such a page can read the ' +
      'key that is in it. Keys of scope `license` may be used by any page',
    examples: [['https://www.example.com']],
  }),
  lemon_squeezy_licenses: Type.Boolean({
    description:
      'Whether /v1/licenses/activate, validate and deactivate answer for the licenses of this store, ' +
      'as those of Lemon Squeezy do: without an API key, and with the name and the e-mail address ' +
      'of the customer',
    examples: [false],
  }),
};

export const StoreSettings = Type.Object({
  object: Type.Literal('store_settings'),
  name: Type.String({ examples: ['My shop'] }),
  mode: OneOf(['test', 'live'], { examples: ['test'] }),
  ...settings,
});

export const setting_fields = optional(settings);

export type Settings = Omit<Static<typeof StoreSettings>, 'object' | 'name' | 'mode'>;

const DEFAULTS: Settings = {
  retry_days: RETRY_DAYS,
  after_retries: 'cancel',
  past_due_license_days: null,
  unpaid_license_days: 3,
  on_dispute_lost: 'cancel',
  on_fraud_warning: 'ask',
  portal_quantity_changes: true,
  portal_pauses: true,
  cancel_offer: null,
  allowed_origins: [],
  lemon_squeezy_licenses: false,
};

/** The stored settings, with defaults for the others. */
export const parseSettings = (kept: string): Settings => ({ ...DEFAULTS, ...JSON.parse(kept) });

/** The settings to store after a change; fields that are not sent stay. */
export function mergeSettings(kept: string, change: Partial<Settings>): string {
  const allowed_origins = change.allowed_origins && pageOrigins(change.allowed_origins);
  const sent = Object.entries({ ...change, allowed_origins }).filter(
    ([, value]) => value !== undefined,
  );
  return JSON.stringify({ ...JSON.parse(kept), ...Object.fromEntries(sent) });
}

export const showSettings = (row: {
  name: string;
  mode: 'test' | 'live';
  settings: string;
}): Static<typeof StoreSettings> => ({
  object: 'store_settings',
  name: row.name,
  mode: row.mode,
  ...parseSettings(row.settings),
});
