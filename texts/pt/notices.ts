import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'O Kassa está a funcionar',
    text: (reference, document) =>
      html`Leia a ${reference('referência da API')} ou descarregue o
      ${document('documento OpenAPI')}.`,
    setUp: (dashboard) =>
      html`É o primeiro arranque: para configurar a sua loja, ${dashboard('abra o painel')}.`,
  },
  notFound: {
    title: 'Página não encontrada',
    text: 'Verifique o endereço ou volte à página de onde veio.',
  },
  wrongMethod: {
    title: 'Esta página não pode ser usada assim',
    text: 'Abra a página no navegador e tente de novo.',
  },
  refused: {
    title: 'Não funcionou',
    text: 'Volte atrás, recarregue a página e tente de novo.',
  },
  failed: {
    title: 'Algo correu mal do nosso lado',
    text: 'Abra a página de novo: ela mostra se já pagou. Nada será cobrado duas vezes.',
  },
  wait: {
    title: 'Um momento, por favor',
    text: (seconds, now) =>
      html`Chegaram daqui demasiados pedidos. Esta página continua sozinha dentro de ${seconds} e
      nada se perde. ${now('Continuar agora')}`,
  },
  tryLater: (seconds) => `Demasiadas tentativas. Aguarde ${seconds} e tente de novo.`,
  fromElsewhere: {
    title: 'Este formulário veio de outro site',
    text: 'Abra a página diretamente e tente de novo.',
  },
  noCheckout: {
    title: 'Encomenda não encontrada',
    text: 'Volte à loja e comece de novo.',
  },
  closed: {
    title: 'De momento não é possível pagar',
    text: (shop) => `Nada foi cobrado. Pergunte a ${shop} quando será possível pagar de novo.`,
  },
  notOpen: {
    title: 'Esta loja ainda não abriu',
    text: (shop) => `Nada foi cobrado. Pergunte a ${shop} quando vai abrir.`,
  },
  noBill: {
    title: 'Pedido de pagamento não encontrado',
    text: 'Verifique o endereço ou peça uma nova ligação à loja.',
  },
  noCardLink: {
    title: 'Página não encontrada',
    text: 'Verifique o endereço ou peça uma nova ligação à loja.',
  },
  noInvoice: {
    title: 'Fatura não encontrada',
    text: 'Verifique o endereço ou peça a sua fatura à loja.',
  },
  noElectronicInvoice: {
    title: 'Esta fatura não tem formato eletrónico',
    text: 'Falta-lhe algo que a norma exige. O PDF contém tudo.',
  },
  noShop: {
    title: 'Loja não encontrada',
    text: 'Verifique o endereço ou peça uma ligação à loja.',
  },
  nothingToConfirm: {
    title: 'Nada a confirmar',
    text: 'Volte à loja e verifique a sua encomenda.',
  },
  linkExpired: {
    title: 'Esta ligação já não funciona',
    text: (anew) => html`${anew('Receba uma nova ligação por e-mail')} ou contacte o vendedor.`,
    back: (shop) => `Voltar a ${shop}`,
  },
};
