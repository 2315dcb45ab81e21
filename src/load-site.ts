import { setImmediate, setTimeout } from 'node:timers/promises';
import type { createSite, Site } from './site.ts';

// Pages and dialects are a third of the program. A start does not wait for them: they are loaded as
// soon as the service listens, in parts, so that requests in between need not wait for all of it.
// Those whom buyers may wait for come first.
const PARTS: (() => Promise<unknown>)[] = [
  () => import('./pages/checkout/checkout.ts'),
  () => import('./pages/checkout/buy.ts'),
  () => import('./pages/portal/portal.ts'),
  () => import('./pages/portal/sign-in.ts'),
  () => import('./pages/account/account.ts'),
  () => import('./dialects/creem/creem.ts'),
  () => import('./pages/dashboard/overview/overview.ts'),
  () => import('./pages/dashboard/sales.ts'),
  () => import('./pages/dashboard/subscriptions/subscriptions.ts'),
  () => import('./pages/dashboard/catalogue.ts'),
  () => import('./pages/dashboard/workshop.ts'),
  () => import('./pages/dashboard/dashboard.ts'),
  () => import('./pages/reference/documents.ts'),
];

/** The first answers need not share the processor with it. */
const WAIT_MS = 150;

interface SiteLoader {
  /** Everything that is served beside the operations; a second call waits for the first. */
  load(): Promise<Site>;
  /** Loads it a moment after the service has begun to listen, unless it was asked for before. */
  loadSoon(): Promise<Site>;
}

export function siteLoader(options: Parameters<typeof createSite>[0]): SiteLoader {
  let loading: Promise<Site> | undefined;
  const loadOnce = () => {
    loading ??= load();
    return loading;
  };
  return {
    load: loadOnce,
    async loadSoon() {
      await setTimeout(WAIT_MS);
      return loadOnce();
    },
  };

  async function load(): Promise<Site> {
    for (const part of PARTS) {
      await part();
      await setImmediate();
    }
    const { createSite } = await import('./site.ts');
    return createSite(options);
  }
}
