import type { Static } from 'typebox';
import type { SentTo } from '../../../platform/operation/ask.ts';
import { createProduct } from '../../../shop/catalogue/products/create-product.ts';
import type { Product } from '../../../shop/catalogue/products/product.rules.ts';
import type { updateProduct } from '../../../shop/catalogue/products/update-product.ts';
import { currencyChoices } from '../choices.ts';
import { field } from '../field.ts';
import type { ValuesOf } from '../form.ts';
import { formFields, METADATA } from '../form-fields.ts';

type ShownProduct = Static<typeof Product>;

export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

export const TAX_CATEGORIES = {
  digital: 'Software, services, downloads',
  ebook: 'E-book',
  exempt: 'Not taxed',
};
export const TAX_BEHAVIORS = { inclusive: 'Includes the tax', exclusive: 'Is without the tax' };

/** What may be changed later, too. */
export const EDIT_FIELDS = {
  ...formFields(createProduct, {
    name: { label: 'Name', hint: 'On the payment page, receipts and invoices' },
    description: {
      label: 'Description',
      hint: 'Shown on the payment page. **Strong**, *emphasis*, lists and [links](https://…) work',
      rows: 7,
    },
    price: { label: 'Price', hint: 'For one; 0 is free' },
    image_url: { label: 'Or its address elsewhere' },
    tier: {
      label: 'Tier',
      hint: 'The order of plans: customers can change between plans that have one',
    },
    'license.activation_limit': {
      label: 'Devices at once',
      hint: 'For each one bought; empty: any number',
    },
    'license.valid_days': {
      label: 'Valid for days',
      hint: 'For what is paid once; empty: for ever',
    },
    'license.certificate_days': {
      label: 'Days without a connection',
      hint: 'How long a device may go without asking; empty: 30',
    },
    tax_category: { label: 'Kind of product', choices: TAX_CATEGORIES },
    tax_behavior: { label: 'The price', none: 'As the tax settings say', choices: TAX_BEHAVIORS },
    metadata: METADATA,
  }),
  image: field.file({
    label: 'Picture',
    hint: 'PNG, JPEG or WebP, at most 500 kB',
    accept: PICTURE_TYPES,
  }),
  remove_image: field.tick({ label: 'Remove the picture' }),
  trial_days: field.optionalNumber({ label: 'Free trial, in days', hint: 'Empty: none' }),
  has_license: field.tick({ label: 'Every purchase gets a license key' }),
};

export const NEW_FIELDS = {
  ...EDIT_FIELDS,
  ...formFields(createProduct, {
    billing_type: {
      label: 'Paid',
      choices: { one_time: 'Once', recurring: 'Again and again: a plan' },
    },
    billing_interval: {
      label: 'Period',
      choices: { month: 'Months', year: 'Years', week: 'Weeks', day: 'Days' },
    },
  }),
  currency: field.choice({ label: 'Currency', choices: currencyChoices }),
  billing_interval_count: field.optionalNumber({ label: 'Every', hint: 'Empty: 1' }),
};

/** What create-product takes. What is for plans alone is left out of others. */
export function toNewProduct(values: ValuesOf<typeof NEW_FIELDS>): SentTo<typeof createProduct> {
  const { currency, billing_type, billing_interval, billing_interval_count, ...both } = values;
  const { trial_days, ...common } = commonOf(both);
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

/** What both operations take. A field of the form that is not named here goes to its parameter. */
function commonOf(values: ValuesOf<typeof EDIT_FIELDS>) {
  const {
    has_license,
    'license.activation_limit': activation_limit,
    'license.valid_days': valid_days,
    'license.certificate_days': certificate_days,
    image,
    image_url,
    remove_image,
    trial_days,
    ...rest
  } = values;
  const license = has_license ? { activation_limit, valid_days, certificate_days } : null;
  return { ...rest, license, trial_days: trial_days ?? 0 };
}

/** An uploaded picture, which is served by us under a name that nobody would choose. */
const isOwnPicture = (image_url: string): boolean =>
  /\/files\/\d+\/[\da-f]{32}\.(?:png|jpg|webp|svg)$/.test(image_url);

/** What stands in the form about a product that exists. */
export const valuesOf = ({ license, image_url, ...product }: ShownProduct) => ({
  ...product,
  image_url: image_url !== null && isOwnPicture(image_url) ? null : image_url,
  trial_days: product.trial_days === 0 ? null : product.trial_days,
  has_license: license !== null,
  'license.activation_limit': license?.activation_limit ?? null,
  'license.valid_days': license?.valid_days ?? null,
  'license.certificate_days': license?.certificate_days ?? null,
});
