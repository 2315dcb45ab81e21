import type { Static } from 'typebox';
import type { StoreMode } from '../../platform/core/access.ts';
import { Line, OneOf } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { STORE_NAME_MAX, Store, showStore } from './store.rules.ts';

const MODES: StoreMode[] = ['test', 'live'];

export const ModeInput = OneOf(MODES, {
  description: '`test`: no money moves, and its clock can be moved; `live`: a real shop. For ever',
  examples: ['test'],
});

export const NameInput = Line(STORE_NAME_MAX, {
  description: 'The name of the shop, as buyers see it',
  examples: ['Lumen Labs'],
});

const new_store_fields = {
  ...Store.properties,
  store_id: Type.String({
    description: 'The new store. It has no keys yet',
    examples: ['store_1tq3v9w0e00h4rk6m2x8pz7ycn5'],
  }),
  dashboard_url: Type.String({
    description: 'Its dashboard, for its people',
    examples: ['https://localhost:8443/dashboard/2'],
  }),
};

/** A store that was just made, as whoever has made it sees it: with the way to it. */
export const NewStore = Type.Object(new_store_fields, { title: 'NewStore' });

type Row = Parameters<typeof showStore>[0];

export const showNewStore = (row: Row, base_url: string): Static<typeof NewStore> => ({
  ...showStore(row, base_url),
  dashboard_url: dashboardOf(row, base_url),
});

export const dashboardOf = ({ number }: Pick<Row, 'number'>, base_url: string): string =>
  `${base_url}/dashboard/${number}`;
