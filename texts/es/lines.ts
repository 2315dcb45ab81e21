import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name} (prueba gratuita)`,
  period: ({ name, days }) => `${name} (${days})`,
  remainingTime: ({ name, days }) => `Tiempo restante de ${name} (${days})`,
  unusedTime: ({ name, days }) => `Tiempo no utilizado de ${name} (${days})`,
  unusedTimeOn: (name) => `Tiempo no utilizado de ${name}`,
  unusedTimeAtAll: 'Tiempo no utilizado',
  discount: (code) => `Descuento ${code}`,
  rounding: 'Redondeo',
  refund: (name) => `Reembolso: ${name}`,
  refundAtAll: 'Reembolso',
  failedRefund: 'Reembolso que no se pudo realizar',
  paidFromBalance: 'Pagado con su saldo',
  addedToBalance: 'Añadido a su saldo',
  takenFromBalance: 'Descontado de su saldo',
  owedEarlier: 'Pendiente de antes',
  owedNext: 'A pagar con su próximo pago',
};
