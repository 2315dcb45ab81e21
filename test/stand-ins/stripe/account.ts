// The seller's own account. A restricted key needs a permission of its own to see it.
import type Stripe from 'stripe';
import { route } from './route.ts';

export const accountRoutes = [
  route<Stripe.AccountRetrieveParams>({
    call: 'GET /v1/account',
    permission: 'rak_accounts_kyc_basic_read',
    or: 'rak_connected_account_read',
    parameters: {},
    handle({ data }): Stripe.Account {
      const { id, country, default_currency, email, charges_enabled } = data.seller;
      return {
        id,
        object: 'account',
        business_profile: {
          ...{ mcc: '5734', minority_owned_business_designation: null },
          ...{ name: data.seller.business_name, url: null },
          ...{ specified_commercial_transactions_act_url: null, support_address: null },
          ...{ support_email: null, support_phone: null, support_url: null },
        },
        business_type: 'company',
        capabilities: {
          card_payments: 'active',
          link_payments: 'active',
          ideal_payments: 'active',
          sepa_debit_payments: 'active',
          transfers: 'active',
        },
        charges_enabled,
        country,
        created: 1_700_000_000,
        default_currency,
        details_submitted: true,
        email,
        metadata: {},
        payouts_enabled: charges_enabled,
        type: 'standard',
      };
    },
  }),
];
