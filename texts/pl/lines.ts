import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name} (bezpłatny okres próbny)`,
  period: ({ name, days }) => `${name} (${days})`,
  remainingTime: ({ name, days }) => `Pozostały czas: ${name} (${days})`,
  unusedTime: ({ name, days }) => `Niewykorzystany czas: ${name} (${days})`,
  unusedTimeOn: (name) => `Niewykorzystany czas: ${name}`,
  unusedTimeAtAll: 'Niewykorzystany czas',
  discount: (code) => `Rabat ${code}`,
  rounding: 'Zaokrąglenie',
  refund: (name) => `Zwrot: ${name}`,
  refundAtAll: 'Zwrot',
  failedRefund: 'Zwrot, którego nie udało się wykonać',
  paidFromBalance: 'Zapłacono z salda',
  addedToBalance: 'Dodano do salda',
  takenFromBalance: 'Pobrano z salda',
  owedEarlier: 'Wcześniejsza należność',
  owedNext: 'Do zapłaty przy następnej płatności',
};
