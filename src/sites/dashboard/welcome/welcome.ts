import { getStore } from '../../../shop/store/get-store.ts';
import { FIRST_STORE_NAME } from '../../../shop/store/store.rules.ts';
import { updateStore } from '../../../shop/store/update-store.ts';
import { getTaxSettings } from '../../../shop/tax/get-tax-settings.ts';
import { updateTaxSettings } from '../../../shop/tax/update-tax-settings.ts';
import { route } from '../../shared/router.ts';
import { countryChoices, currencyChoices } from '../choices.ts';
import { formFields } from '../form-fields.ts';
import { form, formHandlers } from '../form-page.ts';
import type { Visit } from '../visit.ts';

const FIELDS = {
  ...formFields(updateStore, {
    name: { label: 'Name of your shop', hint: 'As buyers see it. It can be changed.' },
    default_currency: {
      ...{ label: 'Currency', hint: 'Of your products, unless you choose another.' },
      ...{ none: 'Not decided yet', choices: currencyChoices },
    },
  }),
  ...formFields(updateTaxSettings, {
    country: {
      ...{ label: 'Country', hint: 'Where you sell from: taxes go by it.' },
      ...{ none: 'Not said yet', choices: countryChoices },
    },
  }),
};

/** The name of whoever is there, as they are spoken to: `Lena` of `Lena Berg`. */
const firstName = ({ person }: Visit): string => person.name.split(' ')[0] ?? '';

/** The first page of a new owner: what everything else begins with. */
const welcome = formHandlers(updateStore, async (visit) => {
  const { name, default_currency } = await visit.ask(getStore, {});
  const { country } = await visit.ask(getTaxSettings, {});
  const greeting = firstName(visit) === '' ? 'Welcome' : `Welcome, ${firstName(visit)}`;
  return form(FIELDS, {
    ...{ section: 'overview', title: greeting, button: 'Continue', refused: 'Nothing was saved' },
    filled: { name: name === FIRST_STORE_NAME ? '' : name, default_currency, country },
    back: { at: visit.address, name: 'Overview' },
    parts: [{ title: 'Your shop', rows: [['name'], ['country', 'default_currency']] }],
    async send({ country: from, ...shop }) {
      await visit.ask(updateStore, shop);
      // What was said before is not taken back here.
      if (from !== null) await visit.ask(updateTaxSettings, { country: from });
      return '';
    },
  });
});

export const welcomeRoutes = [route('/welcome', welcome)];
