import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRecoveryCodes, readRecoveryCode } from './recovery-code.rules.ts';

test('ten different codes of 80 bits, read however they are typed', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) {
    assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const read = readRecoveryCode(code);
    assert.equal(read, code.toLowerCase().replaceAll('-', ''));
    assert.equal(readRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `), read);
  }
  assert.equal(readRecoveryCode('OOOO-IIII-LLLL-0000'), '0000111111110000');
  for (const text of ['', '1234', 'U000-0000-0000-0000', `${codes[0]}0`]) {
    assert.equal(readRecoveryCode(text), undefined, text);
  }
});
