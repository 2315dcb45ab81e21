import { JsonError, parseJson } from '../../../../platform/core/json.ts';
import { LIMITS } from '../../../../platform/core/limits.ts';

const JSON_TYPE = /^application\/(?:vnd\.api\+)?json[\t ]*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded[\t ]*(?:;|$)/i;
const NAMES = ['license_key', 'instance_name', 'instance_id'] as const;

export type SentFields = { [Name in (typeof NAMES)[number]]?: string };

/**
 * The fields of a request, from a form or from JSON; an empty one is like one that is not there.
 * Other fields do not count, as with Lemon Squeezy. Undefined: the body is neither.
 */
export function sentFields(bytes: Buffer, content_type = ''): SentFields | undefined {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const sent = JSON_TYPE.test(content_type)
    ? jsonFields(text)
    : FORM_TYPE.test(content_type)
      ? formFields(text)
      : undefined;
  if (sent === undefined) return text === '' ? {} : undefined;
  const fields: SentFields = {};
  for (const name of NAMES) {
    const value = sent(name);
    if (typeof value === 'number') fields[name] = String(value);
    else if (typeof value === 'string' && value.trim() !== '') fields[name] = value.trim();
  }
  return fields;
}

type Find = (name: string) => unknown;

function formFields(text: string): Find {
  const fields = new URLSearchParams(text);
  return (name) => fields.get(name);
}

function jsonFields(text: string): Find | undefined {
  try {
    const value = parseJson(text, { depth_max: LIMITS.json_depth });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const fields = new Map(Object.entries(value));
    return (name) => fields.get(name);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
