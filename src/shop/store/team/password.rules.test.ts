import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNotPassword } from './password.rules.ts';

const own = ['ada.lovelace@example.com', 'Ada Lovelace', 'Analytical Engines'];

test('passwords that would be guessed are refused, and say why', () => {
  const rows = {
    too_short: ['', 'short', 'Tr0ub4dor', 'ünïcödé'],
    too_long: ['x1y2'.repeat(51)],
    common: [
      ...[
        'password12',
        'Password123!',
        'P@ssw0rd2024',
        'passwordpassword',
        'iloveyou123',
        'letmein2025!',
      ],
      ...['1234567890', '0987654321', 'abcdefghij', 'aaaaaaaaaaaa', 'qwertyuiop', 'QWERTZuiop1'],
      ...[
        'qwerty123456',
        '123456qwerty',
        'admin12345',
        'football2026',
        'michael1990',
        'dragon!!!!!!',
      ],
      ...[
        'sunshine-2024',
        'WelcomeHome1',
        'monkeydragon',
        '!!batman99!!',
        'abababababab',
        'changeme2026',
      ],
      ...['summer2026!!', 'l1verp00l1892', 'correcthorsebatterystaple'],
    ],
    yours: [
      'adalovelace',
      'lovelace1815',
      'AdaLovelace!',
      'analytical99',
      'ada.lovelace@example.com',
    ],
  } as const;
  for (const [why, passwords] of Object.entries(rows)) {
    for (const password of passwords) {
      assert.equal(whyNotPassword(password, { own }), why, password);
    }
  }
});

test('a long enough one that is none of these may be used, whatever it is made of', () => {
  const good = [
    ...[
      'vierkant-molen-7',
      'purple monkey dishwasher',
      'tr0mb0ne-xk42',
      'hj4%kQ!z0p',
      'пароль из слов',
    ],
    ...[
      '九月のうさぎが月で餅をつく',
      'dromedarismaan',
      'blue bicycle thursday kettle',
      'xK9-vbQ2-77mz',
    ],
  ];
  for (const password of good) assert.equal(whyNotPassword(password, { own }), undefined, password);
});
