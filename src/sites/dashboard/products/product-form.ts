import type { Static } from 'typebox';
import type { SentTo } from '../../../platform/operation/ask.ts';
import type { createProduct } from '../../../shop/catalogue/products/create-product.ts';
import type { Product } from '../../../shop/catalogue/products/product.rules.ts';
import type { updateProduct } from '../../../shop/catalogue/products/update-product.ts';
import { currencyField } from '../currencies.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, type ValuesOf } from '../form.ts';

type ShownProduct = Static<typeof Product>;

export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

/** What may be changed later, too. */
const CHANGES = {
  name: field.text({ label: 'Name', hint: 'On the payment page, receipts and invoices' }),
  description: field.textarea({
    label: 'Description',
    hint: 'Shown on the payment page. **Strong**, *emphasis*, lists and [links](https://…) work',
    rows: 7,
  }),
  price: field.money({ label: 'Price', hint: 'For one; 0 is free' }),
  image: field.file({
    label: 'Picture',
    hint: 'PNG, JPEG or WebP, at most 500 kB',
    accept: PICTURE_TYPES,
  }),
  remove_image: field.tick({ label: 'Remove the picture' }),
  image_url: field.optionalText({
    label: 'Or its address elsewhere',
    placeholder: 'https://',
    type: 'url',
  }),
  trial_days: field.optionalNumber({ label: 'Free trial, in days', hint: 'Empty: none' }),
  tier: field.optionalNumber({
    label: 'Tier',
    hint: 'Orders plans: customers can change between plans that have one',
  }),
  has_license: field.tick({ label: 'Every purchase gets a license key' }),
  'license.activation_limit': field.optionalNumber({
    label: 'Devices at once',
    hint: 'For each one bought; empty: any number',
  }),
  'license.valid_days': field.optionalNumber({
    label: 'Valid for days',
    hint: 'For what is paid once; empty: for ever',
  }),
  'license.certificate_days': field.optionalNumber({
    label: 'Days without a connection',
    hint: 'How long a device may go without asking; empty: 30',
  }),
  tax_category: field.choice({
    label: 'Kind of product',
    choices: [
      { value: 'digital', label: 'Software, services, downloads' },
      { value: 'ebook', label: 'E-book' },
      { value: 'exempt', label: 'Not taxed' },
    ],
  }),
  tax_behavior: field.optionalChoice({
    label: 'The price',
    none: 'As the tax settings say',
    choices: [
      { value: 'inclusive', label: 'Includes the tax' },
      { value: 'exclusive', label: 'Is without the tax' },
    ],
  }),
  metadata: field.pairs({ label: 'Metadata', hint: 'One name = value on each line' }),
};

const BILLING = {
  currency: currencyField,
  billing_type: field.choice({
    label: 'Paid',
    choices: [
      { value: 'one_time', label: 'Once' },
      { value: 'recurring', label: 'Again and again: a plan' },
    ],
  }),
  billing_interval_count: field.optionalNumber({ label: 'Every', hint: 'Empty: 1' }),
  billing_interval: field.choice({
    label: 'Period',
    choices: [
      { value: 'month', label: 'Months' },
      { value: 'year', label: 'Years' },
      { value: 'week', label: 'Weeks' },
      { value: 'day', label: 'Days' },
    ],
  }),
};

export const NEW_FIELDS = { ...CHANGES, ...BILLING };
export const EDIT_FIELDS = CHANGES;

export const NEW_PRODUCT: Filled = filledWith(NEW_FIELDS, {
  ...{ billing_type: 'one_time', billing_interval: 'month', tax_category: 'digital' },
});

/** What create-product takes. What is for plans alone is left out of others. */
export function toNewProduct(values: ValuesOf<typeof NEW_FIELDS>): SentTo<typeof createProduct> {
  const { currency, billing_type, billing_interval, billing_interval_count } = values;
  const { trial_days, ...common } = commonOf(values);
  const { image, image_url } = values;
  const plan = {
    ...{ billing_interval, trial_days },
    billing_interval_count: billing_interval_count ?? 1,
  };
  return {
    ...{ ...common, currency, billing_type },
    ...(billing_type === 'recurring' && plan),
    ...(image === undefined ? { image_url } : { image }),
  };
}

/** What update-product takes of the form about a product. */
export function toChange(
  values: ValuesOf<typeof EDIT_FIELDS>,
  { product_id, image_url: present, billing_type }: ShownProduct,
): SentTo<typeof updateProduct> {
  const { trial_days, ...common } = commonOf(values);
  const { image, remove_image, image_url } = values;
  const is_cleared = image_url === null && present !== null && !isOwnPicture(present);
  const picture =
    image !== undefined
      ? { image }
      : remove_image || is_cleared
        ? { image: null }
        : image_url !== null && { image_url };
  return {
    ...{ product_id, ...common, ...picture },
    ...(billing_type === 'recurring' && { trial_days }),
  };
}

function commonOf(values: ValuesOf<typeof EDIT_FIELDS>) {
  const { name, description, price, trial_days, tier, tax_category, tax_behavior, metadata } =
    values;
  const license = values.has_license
    ? {
        activation_limit: values['license.activation_limit'],
        valid_days: values['license.valid_days'],
        certificate_days: values['license.certificate_days'],
      }
    : null;
  return {
    ...{ name, description, price, tier, license, tax_category, tax_behavior, metadata },
    trial_days: trial_days ?? 0,
  };
}

/** An uploaded picture, which is served by us under a name that nobody would choose. */
const isOwnPicture = (image_url: string): boolean =>
  /\/files\/\d+\/[\da-f]{32}\.(?:png|jpg|webp|svg)$/.test(image_url);

/** The form about a product that exists. */
export const filledFrom = ({ license, image_url, ...product }: ShownProduct): Filled =>
  filledWith(EDIT_FIELDS, {
    ...product,
    image_url: image_url !== null && isOwnPicture(image_url) ? null : image_url,
    trial_days: product.trial_days === 0 ? null : product.trial_days,
    has_license: license !== null,
    'license.activation_limit': license?.activation_limit ?? null,
    'license.valid_days': license?.valid_days ?? null,
    'license.certificate_days': license?.certificate_days ?? null,
  });
