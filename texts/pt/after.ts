import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: 'Obrigado pela sua encomenda',
  paid: ({ amount, shop }) => `Pagou ${amount} a ${shop}.`,
  complete: (shop) => `A sua encomenda em ${shop} está concluída.`,
  trialStarted: (day) => `O seu período de teste gratuito começou. Termina em ${day}.`,
  receipt: ({ number, day }) => `Recibo ${number}, ${day}`,
  total: 'Total',
  paidWith: (method) => `Pago com ${method}.`,
  invoice: 'Ver a fatura',
  invoicePdf: 'Descarregar PDF',
  licenseKey: 'A sua chave de licença',
  copy: 'Copiar',
  copied: 'Copiado',
  keepKey: 'Guarde-a bem: precisa dela para ativar o software nos seus dispositivos.',
  keyShownForDay: 'Esta página mostra-a durante um dia.',
  keyNotShown: html`Foi mostrada aqui durante um dia depois da sua compra. Encontra-a junto das suas
    compras e no e-mail da sua encomenda.`,
  mailSent: (to) => `Enviámos o e-mail da sua encomenda para ${to}.`,
  mailQueued: (to) => `O e-mail da sua encomenda está a caminho de ${to}.`,
  mailFailed: ({ to, shop }) =>
    `Não foi possível entregar em ${to} o e-mail da sua encomenda. ` +
    `${shop} pode enviá-lo de novo.`,
  mailKept: (to) =>
    'Esta loja de teste não tem servidor de correio: ' +
    `o e-mail para ${to} foi guardado, não enviado.`,
  whatNext: 'Próximos passos',
  activate: 'Copie a chave de licença e introduza-a no software.',
  manage: (link) =>
    html`${link('Gerir as suas compras')}: faturas, chaves de licença, subscrições e cartões.`,
  goingBack: ({ shop, now }) => html`Dentro de momentos volta a ${shop}. ${now('Continuar agora')}`,
  backTo: (shop) => `Voltar a ${shop}`,

  processing: 'O seu pagamento está a ser processado',
  processingText: 'Demora alguns segundos. Esta página atualiza-se sozinha.',
  neverTwice: 'Nada será cobrado duas vezes.',
  checkAgain: 'Verificar de novo',
  confirm: 'Confirme o seu pagamento',
  confirmText: (amount) => `O seu banco pede que confirme este pagamento de ${amount}.`,
  toBank: 'Continuar para o seu banco',
  otherCard: 'Usar outro cartão',
  notPaidYet: 'O seu pagamento não está concluído',
  stillToPay: ({ amount, provider }) => `Ainda tem de pagar ${amount} com ${provider}.`,
  oneStepLeft: 'Só falta um passo',
  chooseHowToPay: (provider) =>
    `Ao continuar para ${provider}, escolha como quer pagar mais tarde. Hoje não paga nada.`,
  toProvider: (provider) => `Continuar para ${provider}`,
  startAgain: 'Cancelar e começar de novo',
  doneThere: (link) => html`Já terminou? ${link('Verificar de novo')}`,
  onItsWay: 'O seu pagamento está a caminho',
  onItsWayText: (amount) =>
    html`O seu pagamento de ${amount} começou. Alguns meios de pagamento demoram uns minutos, um
    débito bancário demora alguns dias.`,
  nothingToDo: (shop) =>
    html`Não precisa de fazer nada. Quando o dinheiro chegar, ${shop} entrega a sua encomenda e esta
    página mostra o seu recibo. Se o pagamento falhar, esta página diz-lhe porquê.`,
  accountToConfirm: 'A sua conta bancária está a ser confirmada',
  accountToConfirmText: (provider) =>
    html`Isto pode demorar alguns dias. A ${provider} envia-lhe um e-mail se tiver de fazer
    alguma coisa. Depois disso, tudo continua automaticamente.`,
  checking: 'O seu pagamento está a ser verificado',
  checkingText: ({ amount, shop }) =>
    html`Algo no seu pagamento de ${amount} não corresponde a esta encomenda, por isso ${shop} tem
    de o analisar primeiro.`,
  doNotPayAgain: (shop) =>
    `Não pague de novo. Esta página mostra o resultado. Se demorar, contacte ${shop}.`,

  expired: 'Esta encomenda expirou',
  expiredText: ({ shop, product }) =>
    `Nada foi cobrado. Volte a ${shop} para encomendar ${product} de novo.`,
};
