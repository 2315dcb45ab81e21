import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `Pagar ${plan}`,
  isDue: (amount) => `O seu pagamento de ${amount} está em atraso.`,
  whatIsDue: 'O que está em dívida',
  dueNow: 'A pagar agora',
  payNow: (amount) => `Pagar ${amount} agora`,
  cardIsKept: 'Este cartão fica guardado para os seus próximos pagamentos.',
  payAt: (provider) =>
    `Paga com ${provider}. O meio de pagamento fica guardado para os próximos pagamentos.`,
  stillToPay: ({ amount, plan, provider }) =>
    `Ainda tem de pagar ${amount} por ${plan} com ${provider}.`,
  underWay: ({ amount, plan }) =>
    html`O seu pagamento de ${amount} por ${plan} está a ser processado. A maioria demora segundos,
    um débito bancário demora alguns dias. Não precisa de fazer nada.`,
  yourBank: 'o seu banco',
  ended: 'Esta subscrição terminou',
  endedText: (plan) => `A subscrição de ${plan} terminou. Não há nada a pagar.`,
  paused: 'Esta subscrição está em pausa',
  pausedText: ({ plan, shop }) =>
    `Não há nada a pagar por ${plan}. Contacte ${shop} se tiver perguntas.`,
  notPossible: 'De momento não é possível pagar',
  notPossibleText: (shop) => `Nada foi cobrado. Contacte ${shop}.`,
  waitsText: ({ amount, plan, shop }) =>
    html`O seu pagamento de ${amount} por ${plan} está em atraso, mas ${shop} não o pode receber de
    momento. Nada foi cobrado e a sua subscrição continua. Tente mais tarde com a mesma ligação.`,
  settled: 'Está tudo em ordem',
  settledText: ({ plan, day }) => `A subscrição de ${plan} está paga até ${day}.`,

  cardTitle: 'Alterar o seu cartão',
  cardText: 'Este cartão substitui o que está guardado.',
  cardAt: (provider) =>
    `Introduz o cartão ao continuar para ${provider}. Substitui o que está guardado.`,
  dueIsCharged: 'Se houver um pagamento em atraso, é cobrado de imediato.',
  dueWaits:
    'Se houver um pagamento em atraso, não é cobrado agora. ' +
    'Será cobrado mais tarde neste cartão, se ainda estiver em aberto.',
  noCardYet: 'Ainda não introduziu nenhum cartão.',
  saveCard: 'Guardar o cartão',
  toProvider: (provider) => `Continuar para ${provider}`,
  doneThere: (link) => html`Já terminou? ${link('Verificar de novo')}`,
  cardSaved: 'O seu cartão foi guardado',
  cardSavedText: ({ card, shop }) => `${card} será usado nos próximos pagamentos a ${shop}.`,
  linkOver: 'Esta ligação já não funciona',
  linkOverText: (shop) => `Nada foi alterado. Peça uma nova ligação a ${shop}.`,
  tryAgain: 'Não funcionou. Tente de novo dentro de momentos.',
  backTo: (shop) => `Voltar a ${shop}`,

  bank: 'Banco de teste',
  bankTitle: 'Confirmar este pagamento',
  bankText: ({ amount, shop }) =>
    html`${shop} quer cobrar <strong>${amount}</strong> no seu cartão.`,
  bankIsTest: 'Este é um banco simulado: não é movimentado dinheiro.',
  bankConfirm: 'Confirmar o pagamento',
  bankRefuse: 'Recusar',
};
