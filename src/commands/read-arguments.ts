import { parseArgs } from 'node:util';
import { KASSA } from '../core/program.ts';
import { SettingsError } from '../installation/settings-error.ts';
import { STORE_OPTIONS } from './store-options.ts';

/** The words and options of a command; anything else is refused. */
export function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        store: { type: 'string' },
        scope: { type: 'string', default: 'full' },
        expires: { type: 'string' },
        name: { type: 'string' },
        email: { type: 'string' },
        'forward-to': { type: 'string' },
        noted: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        undo: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        restart: { type: 'boolean', default: false },
        full: { type: 'boolean' },
        quick: { type: 'boolean' },
        keep: { type: 'string' },
        replace: { type: 'boolean' },
        unchanged: { type: 'boolean', default: false },
        mode: { type: 'string', default: 'test' },
        provider: { type: 'boolean' },
        seed: { type: 'string' },
        serve: { type: 'boolean', default: false },
        'audit-head': { type: 'string' },
        since: { type: 'string' },
        until: { type: 'string' },
        ...STORE_OPTIONS,
      },
    });
  } catch (error) {
    throw new SettingsError(
      `${error instanceof Error ? error.message : error} See: ${KASSA} --help`,
    );
  }
}
