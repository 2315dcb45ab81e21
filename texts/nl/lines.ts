import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name} (gratis proefperiode)`,
  period: ({ name, days }) => `${name} (${days})`,
  remainingTime: ({ name, days }) => `Resterende tijd van ${name} (${days})`,
  unusedTime: ({ name, days }) => `Ongebruikte tijd van ${name} (${days})`,
  unusedTimeOn: (name) => `Ongebruikte tijd van ${name}`,
  unusedTimeAtAll: 'Ongebruikte tijd',
  discount: (code) => `Korting ${code}`,
  rounding: 'Afronding',
  refund: (name) => `Terugbetaling: ${name}`,
  refundAtAll: 'Terugbetaling',
  failedRefund: 'Terugbetaling die niet kon worden gedaan',
  paidFromBalance: 'Betaald uit uw tegoed',
  addedToBalance: 'Toegevoegd aan uw tegoed',
  takenFromBalance: 'Van uw tegoed afgehaald',
  owedEarlier: 'Eerder verschuldigd',
  owedNext: 'Verschuldigd bij uw volgende betaling',
};
