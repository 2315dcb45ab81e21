import type { Clock } from '../platform/core/time.ts';
import { basePath } from '../platform/core/web-address.ts';
import type { Database } from '../platform/db/database.ts';
import type { ServedPath } from '../platform/http/page.ts';
import type { Perform } from '../platform/operation/perform.ts';
import type { Services } from '../platform/operation/services.ts';
import type { Pdfs } from '../shop/money/invoices/pdf/pdfs.ts';
import { accountFiles, accountPages } from '../sites/account/account.ts';
import type { Admission } from '../sites/api/admit.ts';
import type { Dialect } from '../sites/api/dialect.ts';
import { creemDialect } from '../sites/api/dialects/creem/creem.ts';
import { lemonSqueezyLicenses } from '../sites/api/dialects/lemon-squeezy/license-calls.ts';
import { mcpDialect } from '../sites/api/dialects/mcp/mcp.ts';
import { cardPages } from '../sites/card/card.ts';
import { buyPages } from '../sites/checkout/buy.ts';
import { checkoutPages } from '../sites/checkout/checkout.ts';
import { dashboardPages, dashboardScripts, dashboardStyles } from '../sites/dashboard/dashboard.ts';
import { filesOfStores } from '../sites/files/files.ts';
import { frontPages, frontStyle } from '../sites/front/front.ts';
import { invoicePages } from '../sites/invoice/invoice.ts';
import { invoiceStyle } from '../sites/invoice/invoice-page.ts';
import { payPages } from '../sites/pay/pay.ts';
import { portalPages } from '../sites/portal/portal.ts';
import { signInPages } from '../sites/portal/sign-in.ts';
import { providerMessages } from '../sites/provider-messages/provider-messages.ts';
import { documentPages } from '../sites/reference/documents.ts';
import { accentPage } from '../sites/shared/accent.ts';
import { withLanguageSwitch } from '../sites/shared/choose-language.ts';
import { refusedPage } from '../sites/shared/forms.ts';
import { filePages } from '../sites/shared/layout.ts';
import { createPageLimits, limitedPage } from '../sites/shared/page-limits.ts';
import { appleFile, siteFiles } from '../sites/shared/site-files.ts';
import { testBankPage } from '../sites/test-bank/test-bank.ts';

interface SiteOptions {
  db: Database;
  clock: Clock;
  services: Services;
  perform: Perform;
  pdfs: Pdfs;
  admission: Admission;
  rate_limit: Parameters<typeof createPageLimits>[0];
  share: Parameters<typeof createPageLimits>[2];
  test_gateway: Parameters<typeof testBankPage>[0]['gateway'];
  /** The public address, if it was configured. */
  base_url: string | undefined;
  authority_path: string | undefined;
  data_dir: string | undefined;
}

/** Everything that is served beside the operations. */
export interface Site {
  pages: ServedPath[];
  dialects: Dialect[];
  /** How a refusal is shown in a browser, where the page has no way of its own. */
  refused: ServedPath['refused'];
}

export function createSite(options: SiteOptions): Site {
  const { db, clock, services, perform, pdfs, admission, rate_limit, share, test_gateway } =
    options;
  const base_path = options.base_url === undefined ? '' : basePath(options.base_url);
  const limits = createPageLimits(rate_limit, clock, share);
  const sign_in = signInPages({ db, services, limits, base_path });
  const front = frontPages({ db, services, base_path });
  const checkout = checkoutPages({ db, services, limits, base_path });
  // What is named last is served at an address that two have.
  const pages: ServedPath[] = [
    front.of_first,
    front.of_store,
    frontStyle,
    ...filePages,
    ...siteFiles,
    appleFile(options.data_dir),
    accentPage,
    filesOfStores(db),
    sign_in.of_store,
    portalPages({ db, services, perform, limits, base_path }),
    sign_in.of_first,
    checkout,
    buyPages({ db, services, limits, base_path, checkout, mode: 'live' }),
    buyPages({ db, services, limits, base_path, checkout, mode: 'test' }),
    accountPages({ db, services, base_path }),
    ...accountFiles,
    dashboardPages({ db, services, perform, base_path }),
    ...dashboardStyles,
    ...dashboardScripts,
    cardPages({ db, services, limits, base_path }),
    payPages({ db, services, limits, base_path }),
    invoicePages({ db, pdfs, limits, base_path }),
    invoiceStyle,
    testBankPage({ db, gateway: test_gateway, base_path }),
    ...documentPages(db, {
      base_url: () => services.base_url,
      authority_path: options.authority_path,
    }),
  ].map((page) => withLanguageSwitch(page, base_path));
  const others = [
    ...providerMessages({ db, services }),
    ...lemonSqueezyLicenses({ db, services, perform, limits: admission.shipped }),
  ];
  return {
    pages: [...pages.map((page) => limitedPage(page, limits, base_path)), ...others],
    dialects: [mcpDialect, creemDialect(clock)],
    refused: refusedPage(base_path),
  };
}
