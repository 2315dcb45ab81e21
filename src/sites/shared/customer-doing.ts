import type { Doing } from '../../platform/core/actor.ts';
import type { Language } from '../../platform/core/languages.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import { languageFor } from './choose-words.ts';

/** A customer who does something on a page; `action` is its path without what is secret in it. */
export const customerDoing = (
  request: PageRequest,
  { id, action }: { id: string | null; action: string },
): Doing & { language: Language | undefined } => ({
  actor: { kind: 'customer', id, address: request.client_address },
  action,
  request_id: request.request_id,
  language: languageFor(request),
});
