import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name} (prova gratuita)`,
  period: ({ name, days }) => `${name} (${days})`,
  remainingTime: ({ name, days }) => `Tempo residuo di ${name} (${days})`,
  unusedTime: ({ name, days }) => `Tempo non usato di ${name} (${days})`,
  unusedTimeOn: (name) => `Tempo non usato di ${name}`,
  unusedTimeAtAll: 'Tempo non usato',
  discount: (code) => `Sconto ${code}`,
  rounding: 'Arrotondamento',
  refund: (name) => `Rimborso: ${name}`,
  refundAtAll: 'Rimborso',
  failedRefund: 'Rimborso che non è stato possibile effettuare',
  paidFromBalance: 'Pagato con il Suo credito',
  addedToBalance: 'Aggiunto al Suo credito',
  takenFromBalance: 'Scalato dal Suo credito',
  owedEarlier: 'Dovuto in precedenza',
  owedNext: 'Da saldare con il prossimo pagamento',
};
