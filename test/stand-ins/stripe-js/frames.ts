// What the page and the frames at Stripe's address say to each other.
import type { StripePaymentElementOptions } from '@stripe/stripe-js';

export const HERE = 'https://js.stripe.com';

/** A result as Stripe's script answers it: what went wrong is in it, and not thrown. */
export type Answered = { error?: { type: string; message: string }; [name: string]: unknown };
export type Handler = (event: object) => void;

/** What a frame says by itself. */
interface Heard {
  type: string;
  height?: number;
  wallet?: string;
  billing?: object;
}

/** A part of the page that Stripe's script draws. */
export interface Drawn {
  frame: HTMLIFrameElement | undefined;
  options: StripePaymentElementOptions;
  handlers: Map<string, Handler[]>;
  is_destroyed: boolean;
  heard: (data: Heard) => void;
}

/** What a page does wrong is thrown: it would never work. */
export const integration = (message: string): Error =>
  Object.assign(new Error(message), { name: 'IntegrationError' });

/** Names that Stripe does not know are mistakes of the page. */
export function known(of: string, options: object, names: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw integration(`Unrecognized ${of} parameter: ${name}.`);
  }
}

const drawn = new Set<Drawn>();

export function draw(options: StripePaymentElementOptions): Drawn {
  const made: Drawn = {
    options,
    frame: undefined,
    handlers: new Map(),
    is_destroyed: false,
    heard: () => {},
  };
  drawn.add(made);
  return made;
}

/** What every part can do. */
export function mountable(part: Drawn, events: string[], mountIn: (place: Element) => void) {
  const shown = {
    on(name: string, handler: Handler) {
      if (!events.includes(name)) throw integration(`Unknown event: ${name}`);
      part.handlers.set(name, [...(part.handlers.get(name) ?? []), handler]);
      return shown;
    },
    mount(place: string | HTMLElement) {
      if (part.is_destroyed) throw integration('This Element has already been destroyed.');
      const found = typeof place === 'string' ? document.querySelector(place) : place;
      if (!found?.isConnected) throw integration('The place to mount it is not in the page.');
      mountIn(found);
    },
    destroy() {
      part.is_destroyed = true;
      part.frame?.remove();
    },
  };
  return shown;
}

export const emitter =
  ({ handlers }: Drawn) =>
  (name: string, event: object = {}): void => {
    for (const one of handlers.get(name) ?? []) one(event);
  };

export const setHeight = ({ frame }: Drawn, height = 0): void =>
  frame?.style.setProperty('height', `${height}px`);

export function frameIn(
  place: Element,
  { title, at }: { title: string; at: 'payment' | 'express' },
): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.allow = 'payment *';
  frame.src = `${HERE}/v3/elements-inner-${at}.html`;
  // By properties: attributes with styles would not keep to a strict policy.
  Object.assign(frame.style, { width: '100%', height: '0', border: '0', display: 'block' });
  place.replaceChildren(frame);
  return frame;
}

export const tell = (part: Drawn | undefined, message: object): void =>
  part?.frame?.contentWindow?.postMessage(message, HERE);

let asked = 0;
const waiting = new Map<number, (answer: Answered) => void>();

/** What its frame answers. */
export function ask(part: Drawn, message: object): Promise<Answered> {
  const id = ++asked;
  tell(part, { ...message, id });
  return new Promise((resolve) => waiting.set(id, resolve));
}

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== HERE) return;
  if (data.id !== undefined) {
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
    return;
  }
  for (const part of drawn) if (part.frame?.contentWindow === source) part.heard(data);
});
