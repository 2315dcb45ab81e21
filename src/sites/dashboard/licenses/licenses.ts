import { Refusal } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/core/html.ts';
import type { PageRequest } from '../../../platform/http/page.ts';
import { createProduct } from '../../../shop/catalogue/products/create-product.ts';
import { searchProducts } from '../../../shop/catalogue/products/search-products.ts';
import { listLicenses } from '../../../shop/licenses/list-licenses.ts';
import { route } from '../../shared/router.ts';
import { actionRoutes, type Subject } from '../action.ts';
import { csvColumn, customer_csv_columns, dayColumn, whenColumn, whoColumn } from '../columns.ts';
import { listRoutes } from '../list.ts';
import { customer_filters } from '../list-filters.ts';
import { subscription_filter } from '../subscriptions/subscription-filter.ts';
import type { Visit } from '../visit.ts';
import {
  type Device,
  deactivateAction,
  disableAction,
  enableAction,
  extendAction,
  reissueAction,
} from './actions.ts';
import { findLicense, showLicense } from './license.ts';
import {
  devicesText,
  keyText,
  type LicenseRecord,
  licenseAddress,
  licenseChip,
} from './license-text.ts';

async function productFilter(visit: Visit) {
  const { data } = await visit.ask(searchProducts, { status: 'all', limit: 100 });
  return data
    .filter(({ license }) => license !== null)
    .map(({ product_id, name }) => ({ value: product_id, label: name }));
}

const list = listRoutes({
  section: 'licenses',
  filters: [
    ...customer_filters,
    { name: 'query', label: 'Any part of the key' },
    { name: 'product_id', label: 'Product', choose: productFilter },
    subscription_filter,
  ],
  columns: [
    whoColumn<LicenseRecord>((one, visit) => licenseAddress(visit, one)),
    whenColumn('Issued', 'created_at'),
    {
      ...{ title: 'For', place: 'what', wraps: true },
      cell: (one, _, { products }) =>
        html`${products.get(one.product_id)} <code class="quiet">${keyText(one)}</code>`,
      csv: ({ product_id }, { products }) => products.get(product_id) ?? null,
    },
    { title: 'Key', csv: ({ license_key }) => license_key },
    { ...{ title: 'State', place: 'state' }, cell: licenseChip, csv: ({ status }) => status },
    dayColumn('Ends', 'expires_at'),
    {
      ...{ title: 'Devices', place: 'amount', is_number: true },
      cell: devicesText,
      csv: ({ activation_usage }) => activation_usage,
    },
    ...customer_csv_columns,
    csvColumn('Identifier', 'license_id'),
  ],
  operation: listLicenses,
  knows: ['customers', 'products'],
  empty: {
    title: 'Your first license will be here',
    text: 'Each purchase of a product with license terms brings a key.',
    step: {
      label: 'Create a product with a license',
      path: '/products/new',
      operation: createProduct,
    },
  },
});

async function find(
  visit: Visit,
  { license_id }: { license_id: string },
): Promise<Subject<LicenseRecord>> {
  const record = await findLicense(visit, license_id);
  return {
    record,
    section: 'licenses',
    address: licenseAddress(visit, record),
    name: keyText(record),
  };
}

async function findDevice(
  visit: Visit,
  parts: { license_id: string; instance_id: string },
  { form }: Pick<PageRequest, 'form'>,
): Promise<Subject<Device>> {
  const { instance_id } = parts;
  const { record: license, ...subject } = await find(visit, parts);
  const instance = license.instances.find((one) => one.instance_id === instance_id);
  // A form that is sent twice finds it gone, which is what it wanted.
  if (!instance && !form.has('confirmed')) throw new Refusal('instance_not_found');
  const { last_validated_at, instance_name } = instance ?? {
    last_validated_at: license.updated_at,
    instance_name: instance_id,
  };
  const device = { instance_id, instance_name, last_validated_at };
  const actions_at = `${subject.address}/devices/${instance_id}`;
  return { ...subject, actions_at, record: { license, instance: device } };
}

const AT = '/licenses/:license_id';

export const licenseRoutes = [
  ...list,
  route(AT, { GET: showLicense }),
  ...actionRoutes(AT, find, [extendAction, reissueAction, disableAction, enableAction]),
  ...actionRoutes(`${AT}/devices/:instance_id`, findDevice, [deactivateAction]),
];
