import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name} (essai gratuit)`,
  period: ({ name, days }) => `${name} (${days})`,
  remainingTime: ({ name, days }) => `Temps restant de ${name} (${days})`,
  unusedTime: ({ name, days }) => `Temps non utilisé de ${name} (${days})`,
  unusedTimeOn: (name) => `Temps non utilisé de ${name}`,
  unusedTimeAtAll: 'Temps non utilisé',
  discount: (code) => `Remise ${code}`,
  rounding: 'Arrondi',
  refund: (name) => `Remboursement : ${name}`,
  refundAtAll: 'Remboursement',
  failedRefund: 'Remboursement qui n’a pas pu être effectué',
  paidFromBalance: 'Payé avec votre solde',
  addedToBalance: 'Ajouté à votre solde',
  takenFromBalance: 'Prélevé sur votre solde',
  owedEarlier: 'Dû précédemment',
  owedNext: 'À régler avec votre prochain paiement',
};
