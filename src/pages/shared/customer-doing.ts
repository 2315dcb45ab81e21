import type { Doing } from '../../core/actor.ts';
import type { PageRequest } from './page.ts';

/** A customer who does something on a page; `action` is its path without what is secret in it. */
export const customerDoing = (
  { client_address, request_id }: PageRequest,
  { id, action }: { id: string | null; action: string },
): Doing => ({
  actor: { kind: 'customer', id, address: client_address },
  action,
  request_id,
});
