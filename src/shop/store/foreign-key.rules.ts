import { isApiKey, withOtherMode } from './api-key.rules.ts';

/** What begins like this was taken from another place: where it belongs instead. */
const FOREIGN: [start: RegExp, what: string][] = [
  [
    /^[sr]k_(test|live)_/,
    'This is a key of Stripe: connect-provider takes it, or the dashboard under Settings. ' +
      'Here, send an API key of Kassa, which begins with kassa_test_ or kassa_live_.',
  ],
  [
    /^pk_(test|live)_/,
    'This is a publishable key of Stripe, which Kassa does not need. API keys of Kassa begin with ' +
      'kassa_test_ or kassa_live_.',
  ],
  [
    /^whsec_/,
    'This is the signing secret of a webhook. API keys begin with kassa_test_ or kassa_live_.',
  ],
  [
    /^creem_/,
    'This is a key of Creem. Make one of Kassa, which begins with kassa_test_ or kassa_live_.',
  ],
  [
    /^eyJ[\w-]*\./,
    'This is a JSON Web Token, such as an API key of Lemon Squeezy or a license certificate. API ' +
      'keys of Kassa begin with kassa_test_ or kassa_live_.',
  ],
  [/^polar_/, 'This is a token of Polar. API keys of Kassa begin with kassa_test_ or kassa_live_.'],
  [/^pdl_/, 'This is a key of Paddle. API keys of Kassa begin with kassa_test_ or kassa_live_.'],
  [
    /^key_[0-9a-z]{28}$/,
    'This is the identifier of an API key. The key itself was shown once, when it was made.',
  ],
  [
    /^[A-Z0-9]{1,12}(-[0-9A-Z]{5}){5}$/,
    'This is a license key. Send it as `license_key`, and an API key of scope license here.',
  ],
];

/**
 * What was sent instead of a key that we know, if its text shows that. Says nothing about
 * keys that exist. Undefined: only that it is wrong.
 */
export function whatKeyThisIs(text: string): string | undefined {
  if (text.length > 4000) return undefined;
  if (isApiKey(text)) {
    const [, mode] = text.split('_');
    return `This looks like a ${mode} key of Kassa, but no store here has it: is it of another installation?`;
  }
  const other = withOtherMode(text);
  if (other !== undefined) {
    const [, mode] = other.split('_');
    return `This is a ${mode} key whose beginning was changed. A key is for one store, and so for one mode: use it as it was shown.`;
  }
  return FOREIGN.find(([start]) => start.test(text))?.[1];
}
