/** A test store takes no money, and its clock can be moved. */
export type StoreMode = 'test' | 'live';

/** What an API key may do: everything, only read, or only what an application on a customer's machine needs. */
export const KEY_SCOPES = ['full', 'read', 'license'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
