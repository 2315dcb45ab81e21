import type { Clock } from './core/time.ts';
import { basePath } from './core/web-address.ts';
import type { Database } from './db/database.ts';
import { creemDialect } from './dialects/creem/creem.ts';
import type { Dialect } from './dialects/dialect.ts';
import { lemonSqueezyLicenses } from './dialects/lemon-squeezy/license-calls.ts';
import { mcpDialect } from './dialects/mcp/mcp.ts';
import type { Admission } from './http/admit.ts';
import type { Pdfs } from './invoices/pdf/pdfs.ts';
import type { Perform } from './operation/perform.ts';
import type { Services } from './operation/services.ts';
import { accountFiles, accountPages } from './pages/account/account.ts';
import { cardPages } from './pages/card/card.ts';
import { buyPages } from './pages/checkout/buy.ts';
import { checkoutPages } from './pages/checkout/checkout.ts';
import { dashboardPages, dashboardStyles } from './pages/dashboard/dashboard.ts';
import { filesOfStores } from './pages/files/files.ts';
import { invoicePages } from './pages/invoice/invoice.ts';
import { invoiceStyle } from './pages/invoice/invoice-page.ts';
import { payPages } from './pages/pay/pay.ts';
import { portalPages } from './pages/portal/portal.ts';
import { signInPages } from './pages/portal/sign-in.ts';
import { providerMessages } from './pages/provider-messages/provider-messages.ts';
import { documentPages } from './pages/reference/documents.ts';
import { accentPage } from './pages/shared/accent.ts';
import { withLanguageSwitch } from './pages/shared/choose-language.ts';
import { refusedPage } from './pages/shared/forms.ts';
import { homePage } from './pages/shared/home.ts';
import { filePages } from './pages/shared/layout.ts';
import type { ServedPath } from './pages/shared/page.ts';
import { createPageLimits, limitedPage } from './pages/shared/page-limits.ts';
import { siteFiles } from './pages/shared/site-files.ts';
import { testBankPage } from './pages/test-bank/test-bank.ts';

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
}

/** Everything that is served beside the operations. */
export interface Site {
  pages: ServedPath[];
  dialects: Dialect[];
  /** How somebody with a browser is told of a refusal, where the page has no way of its own. */
  refused: ServedPath['refused'];
}

export function createSite(options: SiteOptions): Site {
  const { db, clock, services, perform, pdfs, admission, rate_limit, share, test_gateway } =
    options;
  const base_path = options.base_url === undefined ? '' : basePath(options.base_url);
  const limits = createPageLimits(rate_limit, clock, share);
  const sign_in = signInPages({ db, services, limits, base_path });
  const checkout = checkoutPages({ db, services, limits, base_path });
  // What is named last is served at an address that two have.
  const pages: ServedPath[] = [
    homePage(base_path),
    ...filePages,
    ...siteFiles,
    accentPage,
    filesOfStores(db),
    sign_in.of_store,
    portalPages({ db, services, perform, limits, base_path }),
    sign_in.of_first,
    checkout,
    buyPages({ db, services, limits, base_path, checkout }),
    accountPages({ db, services, base_path }),
    ...accountFiles,
    dashboardPages({ db, services, perform, base_path }),
    ...dashboardStyles,
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
    providerMessages({ db, services }),
    ...lemonSqueezyLicenses({ db, services, perform, limits: admission.shipped }),
  ];
  return {
    pages: [...pages.map((page) => limitedPage(page, limits, base_path)), ...others],
    dialects: [mcpDialect, creemDialect(clock)],
    refused: refusedPage(base_path),
  };
}
