import type { Catalogue } from '../en/catalogue.ts';

export const payments: Catalogue['payments'] = {
  paymentProvider: 'o serviço de pagamentos',
  includesTax: (taxes) => `Os valores incluem impostos: ${taxes}.`,
  reverseCharge: 'Autoliquidação: não é cobrado IVA, é a sua empresa que o declara.',

  cardDeclined: 'Cartão recusado',
  paymentDeclined: 'Pagamento recusado',
  notCompleted: 'Pagamento não concluído',

  nothingCharged: 'Nada foi cobrado.',
  declines: {
    askBank: 'O seu banco recusou o cartão. Tente com outro cartão ou contacte o seu banco.',
    notEnoughMoney: 'Este cartão ou esta conta não tem saldo suficiente. Tente com outro.',
    limitReached: 'Este cartão atingiu o limite. Tente com outro cartão.',
    usedTooOften: 'Este cartão foi usado demasiadas vezes por agora. Tente com outro cartão.',
    amountTooSmall: 'Este valor é demasiado baixo para ser cobrado.',
    amountNotChargeable: 'Este valor não pode ser cobrado nesta moeda.',
    amountTooLarge: 'Este valor é demasiado alto para este meio de pagamento. Tente com outro.',
    looksDoubled:
      'O seu banco toma este pagamento por um que acabou de fazer. Contacte o seu banco.',
    cardExpired: 'Este cartão expirou. Tente com outro cartão.',
    wrongNumber: 'O número do cartão está errado. Verifique-o e tente de novo.',
    wrongCode: 'O código de segurança está errado. Verifique-o e tente de novo.',
    wrongExpiry: 'A data de validade está errada. Verifique-a e tente de novo.',
    wrongAddress: 'O seu banco tem outra morada para este cartão. Verifique-a e tente de novo.',
    cardReplaced: 'Este cartão foi substituído por um novo. Use o novo cartão.',
    cardNotSupported: 'Este cartão não pode ser usado nesta compra. Tente com outro cartão.',
    currencyNotSupported: 'Este cartão não aceita cobranças nesta moeda. Tente com outro cartão.',
    notAllowed:
      'O seu banco não permite este tipo de pagamento. Tente com outro meio de pagamento.',
    stoppedByOwner:
      'O seu banco tem ordem para bloquear pagamentos como este. Tente com outro cartão.',
    tryAgainSoon:
      'O seu banco não conseguiu processar o pagamento. Tente de novo dentro de momentos.',
    tryAgainLater:
      'O seu banco recusou o cartão por agora. Tente de novo mais tarde ou com outro cartão.',
    accountUnusable: 'Este cartão ou esta conta bancária não pode ser cobrado. Tente com outro.',
    accountClosed: 'Esta conta bancária está encerrada. Tente com outro meio de pagamento.',
    debitNotAllowed:
      'Esta conta bancária já não permite débitos. Tente com outro meio de pagamento.',
    failed: 'O pagamento não foi concluído. Tente com outro cartão ou outro meio de pagamento.',
    confirmHere: 'O seu banco pede que confirme este pagamento.',
    notConfirmed: 'O pagamento não foi confirmado junto do seu banco. Tente de novo.',
    confirmedTooLate: 'O pagamento não foi confirmado a tempo junto do seu banco. Tente de novo.',
    notCompleted: 'O pagamento não foi concluído. Pode tentar de novo.',
    trialUsed: 'Já usou o período de teste gratuito deste plano.',
    subscriptionCanceled: 'A subscrição foi cancelada antes de ser cobrada.',
    noCard: 'Não há nenhum cartão guardado. Adicione um.',
    notMade: 'Não foi possível fazer o pagamento. Tente de novo.',
    shopCannot: 'De momento, esta loja não pode aceitar o pagamento.',
    testCardsOnly: 'Esta é uma loja de teste: aqui só funcionam cartões de teste.',
  },
};
