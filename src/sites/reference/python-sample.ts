import { type Call, variableFor } from './samples.ts';

const INDENT = '    ';
const LINE_MAX = 56;

/** The call as Python, with nothing but what comes with it. */
export function python({ method, path, input }: Call, base_url: string): string {
  const has_input = Object.keys(input).length > 0;
  const in_query = method !== 'POST' && has_input;
  const address = `${base_url}${path}`;
  const lines = [
    `import json, os, urllib.${in_query ? 'parse, urllib.request' : 'request'}`,
    '',
    ...(has_input ? [`${in_query ? 'query' : 'body'} = ${pythonLiteral(input)}`] : []),
    'request = urllib.request.Request(',
    in_query ? `${INDENT}"${address}?" + urllib.parse.urlencode(query),` : `${INDENT}"${address}",`,
    ...(method === 'POST'
      ? [`${INDENT}data=json.dumps(${has_input ? 'body' : '{}'}).encode(),`]
      : []),
    ...headers(method),
    `${INDENT}method="${method}",`,
    ')',
    'answer = json.load(urllib.request.urlopen(request))',
  ];
  return lines.join('\n');
}

const headers = (method: Call['method']): string[] =>
  method === 'POST'
    ? [
        `${INDENT}headers={`,
        `${INDENT}${INDENT}"x-api-key": os.environ["KASSA_KEY"],`,
        `${INDENT}${INDENT}"Content-Type": "application/json",`,
        `${INDENT}},`,
      ]
    : [`${INDENT}headers={"x-api-key": os.environ["KASSA_KEY"]},`];

/** A value as Python writes it; identifiers are variables of their names. */
export function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}${INDENT}`;
  if (Array.isArray(value)) return `[${value.map((one) => pythonLiteral(one, indent)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, one]) => `"${name}": ${variableFor(name, one) ?? pythonLiteral(one, inner)}`,
  );
  const line = `{${members.join(', ')}}`;
  if (line.length <= LINE_MAX && !line.includes('\n')) return line;
  return `{\n${members.map((one) => `${inner}${one},\n`).join('')}${indent}}`;
}
