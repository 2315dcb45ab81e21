import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../core/errors.ts';

/** Anything served that is not an operation: pages, documents, health. */
export interface ServedPath {
  path: string;
  /** Also serves what is below the path. */
  serves_below?: boolean;
  /** Also takes forms, by POST. */
  takes_forms?: boolean;
  /**
   * Whether whoever asks may send files to this address, as multipart/form-data. Undefined: nobody
   * may. False: others may, and this one is answered without reading what was sent.
   */
  takesFiles?(request: Pick<PageRequest, 'below' | 'cookies'>): Promise<boolean | undefined>;
  /** Takes bodies of any kind, by POST alone. They are not looked at before. */
  takes_messages?: boolean;
  /** The largest message; by default as large as any body. */
  message_bytes_max?: number;
  /** Answers behind a proxy that does not say that the request came by HTTPS: for operators. */
  is_internal?: boolean;
  /** May be read by pages of other sites. */
  any_origin?: boolean;
  serve(request: PageRequest): Promise<PageAnswer> | PageAnswer;
  /** How a refusal is shown in a browser; without it, as on any other page. */
  refused?(refusal: Refusal, request: PageReader): Promise<PageAnswer>;
}

export interface PageRequest {
  method: 'GET' | 'POST';
  /** What follows the path it is served at: nothing, or a slash and more. */
  below: string;
  /** The fields of the form; none with GET. */
  form: ReadonlyMap<string, string>;
  /** The files of the form, by the name of their field. */
  files: ReadonlyMap<string, Buffer>;
  /** The bytes of a message; empty for other requests. */
  body: Buffer;
  /**
   * Reads the query string: each name once, strictly decoded, or the request is refused. Pages that
   * do not ask for it work with whatever a mail program or a search engine has put there.
   */
  readQuery(): ReadonlyMap<string, string>;
  /** The query string as it came, without the question mark. */
  query_text: string;
  /** Only the well-formed ones; a name that came twice is not among them. */
  cookies: ReadonlyMap<string, string>;
  headers: IncomingHttpHeaders;
  /** Whose request it is, as far as it can be believed. */
  client_address: string;
  request_id: string;
}

/** Who reads a page, as far as its language depends on it. */
export type PageReader = Pick<PageRequest, 'cookies' | 'headers'>;

export interface PageAnswer {
  status: number;
  type: string;
  body: string | Buffer;
  /** Instead of `body`: pieces that are made one after the other, as fast as they are read. */
  pieces?: AsyncIterable<string>;
  headers?: Record<string, string>;
  /** For what is the same for everybody: how long it may be kept. */
  cache_seconds?: number;
  /** What is at this address is never anything else. */
  is_immutable?: boolean;
  /** Never together with `cache_seconds`. */
  cookies?: NewCookie[];
}

/** Sent back to this host alone, by HTTPS alone, and out of reach of scripts. */
export interface NewCookie {
  name: `__Host-${string}`;
  /** Letters, digits and `-._~` alone. */
  value: string;
  /** 0 removes it; undefined keeps it until the browser is closed. */
  max_age_seconds: number | undefined;
  /** Strict: not sent either when somebody follows a link from another site. */
  same_site: 'Lax' | 'Strict';
}

export const jsonAnswer = (value: object): PageAnswer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(value),
});
