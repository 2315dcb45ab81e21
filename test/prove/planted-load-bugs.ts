import { type Bug, CHARGED_AGAIN } from './planted-postgres-bugs.ts';

const on = (step: string) => ({ step, engine: 'sqlite' as const });

/** Those that show under hostile requests, or when processes are killed. */
export const LOAD_BUGS: Bug[] = [
  {
    name: 'lenient-parser',
    what: 'requests may be hidden in requests',
    finding: /instead of "400 invalid_http closed"/,
    ...on('hostile'),
    part: 'wire',
    changes: [
      {
        file: 'src/platform/http/listener.ts',
        search: 'maxHeaderSize: LIMITS.header_bytes,',
        replace: 'maxHeaderSize: LIMITS.header_bytes, insecureHTTPParser: true,',
      },
    ],
  },
  {
    name: 'malformed-body-fails',
    what: 'a body that is almost JSON is a failure of ours instead of a refusal',
    finding: /^seed \d+: .* → 500 .*internal_error/,
    ...on('hostile'),
    changes: [
      {
        file: 'src/platform/http/body.ts',
        search: 'if (!(error instanceof JsonError)) throw error;',
        replace: 'if (error instanceof JsonError) throw error;',
      },
    ],
  },
  {
    name: 'signed-with-another-secret',
    what: 'now and then a webhook is signed with a secret that nobody has',
    finding: /^the signature of event \d+ of \w+/,
    ...on('kills'),
    changes: [
      {
        file: 'src/shop/events/webhooks/signature.rules.ts',
        search: "createHmac('sha256', key).update(signed)",
        replace: "createHmac('sha256', key).update(Math.random() < 0.3 ? message.body : signed)",
      },
    ],
  },
  {
    name: 'charged-again',
    what: 'whoever asks a provider again does so with another key',
    ...CHARGED_AGAIN,
    engine: 'sqlite',
  },
  {
    name: 'told-before-sent',
    what: 'some webhooks count as delivered although they were never sent',
    finding: /^event \d+ of \w+ never arrived/,
    ...on('kills'),
    changes: [
      {
        file: 'src/jobs/deliver-webhooks.ts',
        search: 'const sent = keys ? await sendSigned(keys) : NOT_SENT;',
        replace:
          'const nothing = { status: 200, duration_ms: 1, error: null, body: null };\n' +
          '    const is_sent = keys && Math.random() >= 0.2;\n' +
          '    const sent = is_sent ? await sendSigned(keys) : nothing;',
      },
    ],
  },
];
