import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import { cameFromHere, formFromElsewhere, refusedPage } from './forms.ts';

/** What the named parts of addresses look like; with anything else there, it is another address. */
const PARTS = {
  card_update_id: 'cu_[0-9a-z]{28}',
  checkout_session_id: 'cs_[0-9a-z]{28}',
  // Up to 255 characters of the seller's own, each of up to four encoded bytes, none of them NUL.
  customer_id: '(?![^/]*%00)[^/]{1,3060}',
  cursor: '[\\w-]{1,500}',
  delivery_id: 'del_[0-9a-z]{28}',
  discount_id: 'disc_[0-9a-z]{28}',
  event_id: 'evt_[0-9a-z]{28}',
  form: 'pay|coupon|details|quantity',
  invoice_id: 'inv_[0-9a-z]{28}',
  invoice_token: '[0-9a-hjkmnp-tv-z]{52}',
  instance_id: 'inst_[0-9a-z]{28}',
  license_id: 'lic_[0-9a-z]{28}',
  // A slug, which may have the number of its store behind it.
  link_address: '[a-z0-9-]{3,64}(?:\\.[1-9][0-9]{0,8})?',
  member_id: '(?:person|invite)_[0-9a-z]{28}',
  key_id: 'key_[0-9a-z]{28}',
  mail_id: 'mail_[0-9a-z]{28}',
  mail_kind: '[a-z_]{1,30}',
  note: '[a-z-]{1,20}',
  note_id: 'note_[0-9a-z]{28}',
  payment_link_id: 'link_[0-9a-z]{28}',
  picture_csv: '(?:revenue|movements|retention|checkouts)\\.csv',
  product_id: 'prod_[0-9a-z]{28}',
  quantity: '[1-9][0-9]{0,6}',
  registration: '[0-9]{1,2}',
  section: 'subscriptions|licenses|payments|invoices',
  tax_rate_id: 'rate_[0-9a-z]{28}',
  store_number: '[1-9][0-9]{0,8}',
  subscription_id: 'sub_[0-9a-z]{28}',
  token: '[0-9a-hjkmnp-tv-z]{32}',
  transaction_id: 'txn_[0-9a-z]{28}',
  webhook_id: 'wh_[0-9a-z]{28}',
};

/** The parts that a path names: `product_id` of `/plan/:product_id`. */
export type Parts<Path extends string> = { [name in NamesIn<Path> & keyof typeof PARTS]: string };

type NamesIn<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? NamesIn<Start> | NamesIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

type Answered = Promise<PageAnswer> | PageAnswer;

/** Answers at one address; `visit` is what was found out about whoever asks. */
export type PageHandler<Visit, Named = object> = (
  visit: Visit,
  request: PageRequest,
  parts: Named,
) => Answered;

export interface Route<Visit> {
  /** Answers if the rest of the address and the method are its own. */
  answer(visit: Visit, request: PageRequest, below: string): Answered | undefined;
  /** Whether there is a page to look at. */
  hasPage(below: string): boolean;
}

/** A line of the map of an area: an address with named parts, and what answers there. */
export function route<Visit, const Path extends string>(
  path: Path,
  handlers: { [method in PageRequest['method']]?: PageHandler<Visit, Parts<Path>> },
): Route<Visit> {
  const read = pathReader(path);
  return {
    answer(visit, request, below) {
      const found = read(below);
      return found?.below === ''
        ? handlers[request.method]?.(visit, request, found.parts)
        : undefined;
    },
    hasPage: (below) => handlers.GET !== undefined && read(below)?.below === '',
  };
}

/** The page at an address or the nearest one above it: where a form was that is sent there. */
export function nearestPage(
  routes: readonly Pick<Route<never>, 'hasPage'>[],
  below: string,
): string {
  let at = below;
  while (at !== '' && !routes.some((one) => one.hasPage(at))) at = at.slice(0, at.lastIndexOf('/'));
  return at;
}

interface Area<Visit, Path extends string> {
  /** Where it begins; the parts it names are those of every address in it. */
  at: Path;
  base_path: string;
  /** Lets somebody in, by calling `open` with the visit, or answers otherwise. */
  enter(
    request: PageRequest,
    parts: Parts<Path>,
    open: (visit: Visit) => Answered,
  ): Promise<PageAnswer> | PageAnswer;
  routes: Route<Visit>[];
  /** Whether whoever asks may send files to an address. */
  takesFiles?: ServedPath['takesFiles'];
  /** For every other address and method; without a visit where nobody could enter. */
  notFoundPage(request: PageRequest, visit?: Visit): Answered;
}

/**
 * The pages at and below one path. What they refuse is answered by a page, and no form of another
 * site reaches them.
 */
export function area<Visit, const Path extends string>(map: Area<Visit, Path>): ServedPath {
  const { at, base_path, enter, routes, notFoundPage } = map;
  const [path = ''] = at.split('/:');
  const read = pathReader<Path>(at.slice(path.length));
  return {
    path,
    serves_below: true,
    takes_forms: true,
    ...(map.takesFiles && { takesFiles: map.takesFiles }),
    refused: refusedPage(base_path),
    serve(request) {
      const found = read(request.below);
      if (!found) return notFoundPage(request);
      return enter(request, found.parts, (visit) => {
        if (request.method === 'POST' && !cameFromHere(request)) {
          return formFromElsewhere(request, base_path);
        }
        for (const one of routes) {
          const answered = one.answer(visit, request, found.below);
          if (answered) return answered;
        }
        return notFoundPage(request, visit);
      });
    },
  };
}

/** Reads the parts at the beginning of an address, and what is below it. */
function pathReader<Path extends string>(path: string) {
  const names = path.split('/').flatMap((word) => (word.startsWith(':') ? word.slice(1) : []));
  const literal = path.replaceAll('.', '\\.');
  const pattern = literal.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${shapeOf(name)})`);
  const address = new RegExp(`^${pattern === '/' ? '' : pattern}(/.*)?$`);
  return (text: string): { parts: Parts<Path>; below: string } | undefined => {
    const found = address.exec(text);
    const parts = { ...found?.groups };
    return found && hasAll<Path>(parts, names) ? { parts, below: found.at(-1) ?? '' } : undefined;
  };
}

function shapeOf(name: string): string {
  const shape = Object.entries(PARTS).find(([known]) => known === name)?.[1];
  if (shape === undefined) throw new Error(`it is not said what :${name} looks like`);
  return shape;
}

const hasAll = <Path extends string>(
  parts: Record<string, string>,
  names: string[],
): parts is Parts<Path> => names.every((name) => parts[name] !== undefined);
