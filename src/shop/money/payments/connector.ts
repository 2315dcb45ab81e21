import type { StoreMode } from '../../../platform/core/access.ts';
import type { RegisteredDomain } from './wallets.rules.ts';

/** What is known of a provider without asking it: its keys, and what people read about it. */
export interface ProviderFacts {
  /** As people know it. */
  title: string;
  /** What has to be reachable from this machine. */
  host: string;
  /** Where its dashboard is: sentences of the provider may name pages there. */
  dashboard: string;
  /** The page of our documents about it. */
  document: string;
  /** The header with the signature of a message. */
  signature_header: string;
  key: {
    label: string;
    hint: string;
    /** In the document of the API. */
    description: string;
    pattern: string;
    example: string;
    /** The link to the form where one is made, and what to do there. */
    make: string;
    howToMake(mode: StoreMode): string;
  };
  /** The key that a page may show: with it the provider's own fields are on our page. */
  publishable_key: {
    label: string;
    hint: string;
    /** In the document of the API. */
    description: string;
    pattern: string;
    example: string;
    /** Why a text is no such key. */
    whyNot(text: string): string | undefined;
  };
  /** The form at the provider where a key is made. */
  keyFormUrl(mode: StoreMode): string;
  /** Whether a text has a key in it that is a secret, such as an argument of a command. */
  hasKey(text: string): boolean;
  /** Why a text is no key that Kassa can use. */
  whyNotKey(text: string): string | undefined;
  /** Of either kind of key. */
  modeOfKey(key: string): StoreMode;
  /** What may be shown of a key: its kind and its last four characters. */
  hintOfKey(key: string): string;
}

/** Where requests to a provider go, and how. */
export interface ProviderApi {
  /** Of a stand-in on this machine. */
  api_address?: string | undefined;
  timeout_ms?: number | undefined;
  /** Called with each answer: what time it is there. */
  onTime?: ((provider_time: number) => void) | undefined;
}

/** The port to an account at a provider, as Gateway is the port to its payments. */
export interface Connector extends ProviderFacts {
  /** A stand-in on this machine, which reaches every address. */
  is_local: boolean;
  /**
   * Asks whose key it is and what it may do, and whether payments can be taken. `currency`: what
   * the store sells in, if it sells yet.
   */
  checkKey(request: {
    key: string;
    currency: string | undefined;
    /** Whether it must do what the provider's fields on our page need, too. */
    has_fields?: boolean | undefined;
  }): Promise<CheckedKey>;
  /** Why a publishable key does not belong to the account of a key; undefined: it does. */
  checkPublishableKey(request: {
    key: string;
    publishable_key: string;
    currency: string | undefined;
  }): Promise<string | undefined>;
  /** A cursor for `listHints`: what happens from now on comes after it. */
  newestEvent(key: string): Promise<string>;
  /** Has wallets shown in the provider's fields on the pages of this host, as far as it can be. */
  registerDomain(request: { key: string; host: string }): Promise<RegisteredDomain>;
  /** Has messages sent to this address. The secret is answered only here. */
  registerEndpoint(endpoint: { key: string; url: string }): Promise<RegisteredEndpoint>;
  /** Where it sends messages, and whether it does; undefined if it knows no such endpoint. */
  findEndpoint(endpoint: {
    key: string;
    endpoint_id: string;
  }): Promise<{ url: string; is_enabled: boolean } | undefined>;
  /** Whether it was there. */
  removeEndpoint(endpoint: { key: string; endpoint_id: string }): Promise<boolean>;
}

export type CheckedKey =
  | { ok: false; reason: 'not_a_key' | 'not_accepted' }
  /** A key that is accepted from certain addresses only, for example: in the provider's words. */
  | { ok: false; reason: 'not_allowed'; message: string }
  | ({
      ok: true;
      is_live: boolean;
      /** What the key lacks, as the document of the provider names it. */
      missing: string[];
      /** Why it takes no payments, in its words: the seller's to mend. */
      refusals: string[];
    } & Account);

export interface Account {
  /** Null if the key may not see the account. */
  account_id: string | null;
  name: string | null;
  country: string | null;
  currency: string | null;
  charges_enabled: boolean | null;
}

export type RegisteredEndpoint =
  | { kind: 'registered'; endpoint_id: string; secret: string }
  /** Why it registers none, in a sentence. */
  | { kind: 'refused'; reason: string };
