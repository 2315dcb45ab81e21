import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name} (kostenlose Testphase)`,
  period: ({ name, days }) => `${name} (${days})`,
  remainingTime: ({ name, days }) => `Verbleibende Zeit von ${name} (${days})`,
  unusedTime: ({ name, days }) => `Ungenutzte Zeit von ${name} (${days})`,
  unusedTimeOn: (name) => `Ungenutzte Zeit von ${name}`,
  unusedTimeAtAll: 'Ungenutzte Zeit',
  discount: (code) => `Rabatt ${code}`,
  rounding: 'Rundung',
  refund: (name) => `Erstattung: ${name}`,
  refundAtAll: 'Erstattung',
  failedRefund: 'Erstattung, die nicht ausgeführt werden konnte',
  paidFromBalance: 'Aus Ihrem Guthaben bezahlt',
  addedToBalance: 'Ihrem Guthaben gutgeschrieben',
  takenFromBalance: 'Von Ihrem Guthaben abgezogen',
  owedEarlier: 'Offen von früher',
  owedNext: 'Mit Ihrer nächsten Zahlung fällig',
};
