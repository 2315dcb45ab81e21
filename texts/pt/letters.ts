import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: 'Olá, {name},',
  hello_nameless: 'Olá,',
  test_note:
    'Este e-mail é de uma loja de teste: nada foi vendido e nenhum dinheiro foi movimentado.',
  footer: 'Recebe este e-mail porque é cliente de {store}.',
  reply_note: 'Tem alguma pergunta? Responda a este e-mail.',

  product: 'Produto',
  plan: 'Plano',
  quantity: 'Quantidade',
  amount: 'Valor',
  paid: 'Pago',
  tax_included: 'Impostos incluídos',
  date: 'Data',
  paid_with: 'Pago com',
  payment_method: 'Meio de pagamento',
  next_payment: 'Próximo pagamento',
  card: '{brand} terminado em {last4}',
  amount_on: '{amount} em {date}',

  license_key: 'A sua chave de licença',
  license_help: 'Introduza-a na aplicação para a ativar.',
  view_invoice: 'Ver a fatura',
  view_credit_note: 'Ver a nota de crédito',
  open_portal: 'Abrir o portal do cliente',
  manage_subscription: 'Gerir a subscrição',

  purchase: {
    subject: 'A sua compra: {product}',
    heading: 'Obrigado pela sua compra',
    intro: 'A sua compra de {product} está concluída.',
    trial:
      'O período de teste gratuito dura até {date}. Nesse dia serão cobrados {amount}, salvo se cancelar antes.',
    renews: 'A sua subscrição renova-se em {date} por {amount}, até a cancelar.',
    next_steps: 'Próximos passos',
    step_invoice: 'Guarde a fatura para a sua contabilidade.',
    step_license: 'Introduza a chave de licença na aplicação. Guarde este e-mail num lugar seguro.',
    step_portal:
      'No portal do cliente encontra as faturas e chaves de licença e gere as subscrições.',
  },
  renewal: {
    subject: 'Pagamento recebido: {product}',
    heading: 'Obrigado pelo seu pagamento',
    paid_until: 'A sua subscrição de {product} está paga até {date}.',
  },
  trial_ending: {
    subject: 'O período de teste de {product} termina em {date}',
    heading: 'O período de teste está a terminar',
    intro:
      'O período de teste gratuito de {product} termina em {date}. Nesse dia serão cobrados {amount} e a sua subscrição continua.',
    intro_free:
      'O período de teste gratuito de {product} termina em {date}. Depois, a sua subscrição continua.',
    cancel:
      'Se não quiser continuar, cancele antes desse dia no portal do cliente e nada será cobrado.',
  },
  renewal_coming: {
    subject: '{product} renova-se em {date}',
    heading: 'A sua subscrição renova-se em breve',
    intro: 'A sua subscrição de {product} renova-se em {date} por {amount}.',
    nothing_to_do:
      'Não precisa de fazer nada. Se quiser alterá-la ou cancelá-la, faça-o antes desse dia no portal do cliente.',
  },
  payment_failed: {
    subject: 'O seu pagamento de {product} não foi concluído',
    heading: 'O seu pagamento não foi concluído',
    intro: 'O pagamento de {amount} por {product} foi recusado.',
    next_try: 'Tentaremos de novo em {date}.',
    last_day: 'Pague até {date}. Caso contrário, a sua subscrição termina.',
    how: 'Pode pagar agora, também com outro cartão:',
    pay_now: 'Pagar agora',
  },
  confirmation_needed: {
    subject: 'Confirme o seu pagamento de {product}',
    heading: 'Confirme o seu pagamento',
    intro: 'O seu banco pede que confirme o pagamento de {amount} por {product}.',
    why: 'Sem a sua confirmação, o pagamento não pode ser feito.',
    confirm: 'Confirmar o pagamento',
  },
  card_expiring: {
    subject: 'O seu cartão terminado em {last4} expira em breve',
    heading: 'O seu cartão expira em breve',
    intro: 'O seu cartão {card} expira no fim de {month}.',
    how: 'Indique um novo cartão no portal do cliente, para que a sua subscrição continue sem interrupção.',
    update_card: 'Indicar um novo cartão',
  },
  plan_changed: {
    subject: 'A sua subscrição de {product} foi alterada',
    heading: 'A sua subscrição foi alterada',
    now: 'A partir de agora tem:',
    later: 'A partir de {date} tem:',
    charged: 'Cobrado agora',
  },
  discounted: {
    subject: 'O seu desconto em {product}',
    heading: 'O seu desconto',
    intro: 'Tem agora um desconto de {discount} na sua subscrição de {product}.',
    once: 'Aplica-se ao seu próximo pagamento e a nenhum posterior.',
    until: 'Aplica-se aos seus pagamentos antes de {date}, a começar pelo próximo.',
    forever: 'Aplica-se a partir do próximo pagamento, enquanto mantiver a subscrição.',
  },
  canceled: {
    subject: 'A sua subscrição de {product} foi cancelada',
    heading: 'A sua subscrição foi cancelada',
    scheduled: 'A sua subscrição de {product} termina em {date}. Pode usá-la até lá.',
    ended: 'A sua subscrição de {product} terminou em {date}.',
    unpaid: 'A sua subscrição de {product} terminou em {date}, porque não foi possível cobrá-la.',
    nothing_charged: 'Nada mais será cobrado por ela.',
    keep: 'Mudou de ideias? Pode continuá-la no portal do cliente até esse dia.',
    credit: 'O seu saldo de {amount} mantém-se. Será usado no próximo pagamento.',
    invoices: 'As suas faturas continuam disponíveis no portal do cliente.',
  },
  refunded: {
    subject: 'O seu reembolso de {amount}',
    heading: 'Fizemos-lhe um reembolso',
    intro: 'Reembolsámos {amount} por {product}.',
    when: 'Conforme o seu banco, pode demorar até dez dias.',
  },
  sign_in: {
    subject: 'A sua ligação de acesso a {store}',
    heading: 'A sua ligação de acesso',
    intro: 'Esta ligação abre o portal do cliente de {store}:',
    once: 'É válida durante uma hora. Não a partilhe: quem a tiver vê as suas compras.',
    not_you: 'Se não a pediu, ignore este e-mail.',
  },
  new_key: {
    subject: 'A sua nova chave de licença de {product}',
    heading: 'A sua nova chave de licença',
    intro: 'A sua chave de licença de {product} foi substituída. A anterior já não funciona.',
    devices: 'Ative de novo cada um dos seus dispositivos com a nova chave.',
  },
  invoice_corrected: {
    subject: 'A sua fatura corrigida {number}',
    heading: 'A sua fatura corrigida',
    intro: 'A fatura {replaced} foi corrigida. A fatura {number} substitui-a.',
    credit_note:
      'A nota de crédito {credit_note} anula a fatura {replaced}. Nada foi cobrado de novo.',
  },
  test: {
    subject: 'Os e-mails de {store} chegam',
    heading: 'Funciona',
    intro:
      'Este e-mail foi enviado para experimentar o servidor de correio. Os e-mails de {store} chegam.',
  },
};
