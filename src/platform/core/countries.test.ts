import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from './countries.ts';

// Reserved, withdrawn and private codes that Intl has a name for.
const NOT_ASSIGNED = `AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA
  XB XK YD YU ZR ZZ`.split(/\s+/);

test('there are 249 countries, each a pair of capitals', () => {
  assert.equal(COUNTRIES.size, 249);
  for (const code of COUNTRIES) assert.match(code, /^[A-Z]{2}$/);
});

test('the countries are exactly the codes Intl names, less the unassigned ones', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const known = codes.filter((code) => names.of(code) !== undefined);
  assert.deepEqual(
    known.filter((code) => !COUNTRIES.has(code)),
    NOT_ASSIGNED,
  );
  assert.deepEqual(
    [...COUNTRIES].filter((code) => !known.includes(code)),
    [],
  );
});
