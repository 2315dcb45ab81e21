import { html } from '../../src/platform/core/html.ts';
import type { PageAnswer } from '../../src/platform/http/page.ts';
import { docsHeader } from '../../src/sites/reference/frame.ts';
import { htmlPage } from '../../src/sites/shared/layout.ts';

const SIX = [
  ['Checkout', 'A payment page in twelve languages, at an address, in a dialog or by a program.'],
  ['License keys', 'For machines or seats, checked with a network or without one.'],
  ['Subscriptions', 'Trials, changes of plan, retries of failed payments, offers to stay.'],
  ['Invoices and taxes', 'VAT, GST and sales tax by where the buyer is; electronic invoices.'],
  ['A customer portal', 'Buyers change, pause, cancel, pay and download by themselves.'],
  ['An API for all of it', 'Every operation documented with samples that run, and as tools.'],
];

/** The project's home: what Kassa is, what it looks like, and where to begin. */
export const frontPage = (base_path: string): PageAnswer =>
  htmlPage(
    200,
    'Kassa: sell your software from your own server',
    html`<body class="documentation">
${docsHeader({ base_path })}
<main class="front">
<section class="hero">
<h1>Sell your software from your own server</h1>
<p>Checkout, license keys, subscriptions, invoices and taxes. Your account at the payment provider,
your database, and no percentage of your sales.</p>
<div class="commands">
<div><code>npm start</code><p>Your own shop, in test mode, in a minute</p></div>
<div><code>npm run demo</code><p>A shop that has been open for a year, to look around</p></div>
</div>
<div class="pictures">
<img src="${base_path}/docs/pictures/overview.webp"
 alt="The overview of a shop: what needs a person, key figures, revenue by day">
<img src="${base_path}/docs/pictures/checkout.webp" alt="The payment page of a shop">
</div>
</section>
<section class="six">${SIX.map(
      ([title, text]) => html`<div><h2>${title}</h2><p>${text}</p></div>\n`,
    )}</section>
<section class="honest">
<div><h2>What to know before</h2></div>
<ul>
<li><strong>It runs on your machine.</strong> Updates, mail and backups are your job, with
<a href="${base_path}/docs">a guide for each</a>.</li>
<li><strong>You are the seller.</strong> Taxes are computed and reported; paying them is
yours.</li>
<li><strong>It is young.</strong> This is 0.1. Try it with test cards first;
<a href="${base_path}/docs/evidence">what is proven, and how</a>.</li>
</ul>
</section>
<section class="next-step"><h2>From the first look to the first payment in an afternoon</h2>
<p><a class="filled" href="${base_path}/docs/tour">Begin with the tour</a></p></section>
</main>
</body>`,
    { base_path, files: ['/docs.css', '/front.css'] },
  );
