import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Scene, Stage } from './scene.ts';

/** Opens a scene and does what the visitor does there. */
export async function visit(page: Page, scene: Scene, stage: Stage): Promise<void> {
  const address = new URL(await scene.url(stage), stage.shop.app.base_url).href;
  const answer = await page.goto(address);
  assert.equal(answer?.status(), scene.status ?? 200, scene.name);
  await scene.act?.(page);
}
