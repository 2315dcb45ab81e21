import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name} (kostnadsfri provperiod)`,
  period: ({ name, days }) => `${name} (${days})`,
  remainingTime: ({ name, days }) => `Återstående tid för ${name} (${days})`,
  unusedTime: ({ name, days }) => `Outnyttjad tid för ${name} (${days})`,
  unusedTimeOn: (name) => `Outnyttjad tid för ${name}`,
  unusedTimeAtAll: 'Outnyttjad tid',
  discount: (code) => `Rabatt ${code}`,
  rounding: 'Avrundning',
  refund: (name) => `Återbetalning: ${name}`,
  refundAtAll: 'Återbetalning',
  failedRefund: 'Återbetalning som inte kunde göras',
  paidFromBalance: 'Betalat från ditt saldo',
  addedToBalance: 'Tillfört ditt saldo',
  takenFromBalance: 'Draget från ditt saldo',
  owedEarlier: 'Tidigare skuld',
  owedNext: 'Förfaller med din nästa betalning',
};
