import type { Refusal, Status } from '../../../../platform/core/errors.ts';

const TITLES: Record<Status, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** A refusal as Creem tells it. */
export function errorBody(
  { code, status: ours, message, details }: Refusal,
  { request_id, at }: { request_id: string; at: number },
) {
  // Creem says 401 where no key was sent, and 403 of any that is wrong.
  const status: Status = code === 'api_key_incorrect' ? 403 : ours;
  const messages = details.map(({ param, message }) => `${param} ${message}`);
  return {
    trace_id: request_id,
    status,
    error: TITLES[status],
    message: messages.length > 0 ? messages : [message],
    timestamp: at,
  };
}
