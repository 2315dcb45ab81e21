/** The code and the message for what a schema says is wrong. */
export function explain(keyword: string, params: object, message: string): [string, string] {
  const limit = 'limit' in params ? params.limit : undefined;
  switch (keyword) {
    case 'type':
      return [
        'wrong_type',
        `must be ${withArticle('type' in params ? String(params.type) : 'value')}`,
      ];
    case 'minimum':
      return ['too_small', `must be at least ${limit}`];
    case 'exclusiveMinimum':
      return ['too_small', `must be more than ${limit}`];
    case 'maximum':
      return ['too_large', `must be at most ${limit}`];
    case 'minLength':
      return [
        'too_short',
        limit === 1 ? 'must not be empty' : `must be at least ${limit} characters`,
      ];
    case 'maxLength':
      return ['too_long', `must be at most ${limit} characters`];
    case 'minItems':
      return ['too_short', `must have at least ${limit} items`];
    case 'maxItems':
      return ['too_long', `must have at most ${limit} items`];
    case 'enum':
      return ['not_allowed', `must be one of ${strings(params, 'allowedValues').join(', ')}`];
    default:
      return ['invalid_format', message];
  }
}

const withArticle = (type: string): string =>
  /^[aeiou]/.test(type) ? `an ${type}` : type === 'string' ? 'text' : `a ${type}`;

/** A list of texts among what a schema says of a problem. */
export function strings(params: object, key: string): string[] {
  const value = Object.entries(params).find(([name]) => name === key)?.[1];
  return Array.isArray(value) ? value.map(String) : [];
}
