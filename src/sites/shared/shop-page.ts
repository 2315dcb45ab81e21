import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import { htmlPage } from './layout.ts';
import type { Shop } from './shop.ts';
import { shopFooter } from './shop-footer.ts';
import { shopHeader } from './shop-header.ts';
import { testMark } from './test-mark.ts';

/** A page of a shop with one thing on it, under the shop's name. */
export function shopPage(
  { base_path, store, words }: { base_path: string; store: Shop; words: Words },
  content: {
    status?: number;
    title: string;
    main: Html;
    forms_lead_to?: readonly string[];
    files?: readonly `/${string}`[];
    provider?: ProviderFields['origins'] | undefined;
    /** By the sites that the store names. */
    may_be_framed?: boolean;
  },
): PageAnswer {
  const { status = 200, title, main, may_be_framed = false, ...more } = content;
  return htmlPage(
    status,
    `${title} · ${store.name}`,
    html`<body class="checkout">
${store.mode === 'test' && testMark(words)}
<main>
  ${shopHeader({ base_path, store })}
  <div class="receipt">${main}
  </div>
  ${shopFooter({ store, words })}
</main>
</body>`,
    { base_path, words, store, is_checkout: true, never_framed: !may_be_framed, ...more },
  );
}
