import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name} (teste gratuito)`,
  period: ({ name, days }) => `${name} (${days})`,
  remainingTime: ({ name, days }) => `Tempo restante de ${name} (${days})`,
  unusedTime: ({ name, days }) => `Tempo não utilizado de ${name} (${days})`,
  unusedTimeOn: (name) => `Tempo não utilizado de ${name}`,
  unusedTimeAtAll: 'Tempo não utilizado',
  discount: (code) => `Desconto ${code}`,
  rounding: 'Arredondamento',
  refund: (name) => `Reembolso: ${name}`,
  refundAtAll: 'Reembolso',
  failedRefund: 'Reembolso que não pôde ser feito',
  paidFromBalance: 'Pago com o seu saldo',
  addedToBalance: 'Adicionado ao seu saldo',
  takenFromBalance: 'Descontado do seu saldo',
  owedEarlier: 'Em dívida',
  owedNext: 'A pagar com o próximo pagamento',
};
