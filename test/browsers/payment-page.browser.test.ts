import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openCounter } from '../harness/sales/buying.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { openPage } from '../harness/visits/browser.ts';

// One form, the refusal first, and what a script adds.

const PHONE = { width: 390, height: 664 };
const IS_DECLINED = '4000 0000 0000 0002';

let shop: Shop;
let counter: Awaited<ReturnType<typeof openCounter>>;
before(async () => {
  shop = await startShop();
  counter = await openCounter(shop, { description: '# Editor\n- **fast**\n- <b>safe</b>' });
  await shop.call('POST /create-discount-code', { code: 'HALF', discount_percentage: 50 });
});

async function open({ javascript = true } = {}): Promise<Page> {
  const { path } = await counter.openSession({ adjustable_quantity: { maximum: 5 } });
  const { page } = await openPage({ width: PHONE.width, javascript });
  await page.setViewportSize(PHONE);
  await page.goto(`https://localhost:${shop.app.port}${path}`);
  return page;
}

const TYPED = { 'E-mail': 'ada@example.com', Name: 'Ada', 'Security code': '123' };

async function fill(page: Page, number: string): Promise<void> {
  for (const [label, text] of Object.entries(TYPED)) await page.getByLabel(label).fill(text);
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 34');
}

async function assertKept(page: Page, number: string): Promise<void> {
  for (const [label, text] of Object.entries({ ...TYPED, 'Card number': number })) {
    assert.equal(await page.getByLabel(label).inputValue(), text, label);
  }
}

for (const javascript of [true, false]) {
  const how = javascript ? 'with JavaScript' : 'without JavaScript';

  test(`a decline on a phone is on the first screen, focused, and in the title: ${how}`, async () => {
    const page = await open({ javascript });
    await fill(page, IS_DECLINED);
    await page.getByRole('button', { name: /^Pay/ }).click();
    const box = await page.getByRole('alert').boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= PHONE.height, JSON.stringify(box));
    assert.match(await page.title(), /^Card declined · /);
    assert.equal(await page.locator('.refusal:focus').count(), 1);
    await assertKept(page, IS_DECLINED);
    assert.equal(await page.locator('.due').isVisible(), false, 'the order is folded');
    await page.locator('.folded').click();
    assert.equal(await page.locator('.due').isVisible(), true);
  });

  test(`a code, right or wrong, and a quantity leave everything typed: ${how}`, async () => {
    const page = await open({ javascript });
    const number = '4242 4242 4242 4242';
    await fill(page, number);
    await page.getByText('Add promotion code').click();
    await page.getByLabel('Promotion code').fill('NOPE');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await assertKept(page, number);
    await page.getByLabel('Promotion code').fill('HALF');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Pay $10.00' }).waitFor();
    await assertKept(page, number);
    await page.getByRole('button', { name: 'One more' }).click();
    await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
    await assertKept(page, number);
  });
}

test('a script groups the digits, shows the brand and writes the stroke of the date', async () => {
  const page = await open();
  for (const [typed, shown, marks] of [
    ['4242424242424242', '4242 4242 4242 4242', ['visa']],
    ['378282246310005', '3782 822463 10005', ['amex']],
    ['5555555555554444', '5555 5555 5555 4444', ['mastercard']],
    // Of a brand that has no mark here: on a phone the number has the room of the others.
    ['6011111111111117', '6011 1111 1111 1117', []],
  ] as const) {
    await page.getByLabel('Card number').fill('');
    await page.getByLabel('Card number').pressSequentially(typed);
    assert.equal(await page.getByLabel('Card number').inputValue(), shown);
    const visible = await page.locator('.marks svg:visible').all();
    assert.deepEqual(await Promise.all(visible.map((one) => one.getAttribute('class'))), marks);
  }
  await page.getByLabel('Expiry').pressSequentially('934');
  assert.equal(await page.getByLabel('Expiry').inputValue(), '09 / 34');
});

test('a description has its Markdown and no HTML; the page is accessible', async () => {
  const page = await open();
  assert.equal(await page.locator('.description li strong').innerText(), 'fast');
  assert.match(await page.locator('.description').innerText(), /<b>safe<\/b>/);
  const looks = "getComputedStyle(document.querySelector('.description li'))";
  assert.equal(await page.evaluate(`${looks}.display`), 'list-item');
  assert.equal(await page.evaluate(`${looks}.listStyleType`), 'disc');
  assert.deepEqual(await axeProblems(page), []);
});
