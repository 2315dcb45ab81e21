import type { Catalogue } from '../en/catalogue.ts';

export const refusals: Catalogue['refusals'] = {
  other: 'Não funcionou. Abra a página de novo e tente outra vez.',
  body_too_large: 'O que enviou é demasiado grande.',
  request_timeout: 'A ligação estava demasiado lenta. Tente de novo.',
  idempotency_key_reused:
    'Este formulário já foi enviado com outro conteúdo. Verifique-o e envie-o de novo.',
  product_unavailable: 'Este produto já não está à venda.',
  coupon_not_found: 'Este código promocional não pode ser usado nesta encomenda.',
  coupon_expired: 'Este código promocional expirou.',
  coupon_not_started: 'Este código promocional ainda não é válido.',
  coupon_exhausted: 'Este código promocional está esgotado.',
  coupon_not_applicable: 'Este código promocional não pode ser usado nesta encomenda.',
  amount_too_large: 'Este valor é superior ao que pode ser cobrado de uma vez.',
  amount_too_small: 'Este valor é demasiado baixo para ser cobrado.',
  amount_not_chargeable: 'Este valor não pode ser cobrado nesta moeda.',
  gateway_missing: 'De momento, esta loja não pode aceitar pagamentos.',
  provider_disconnected: 'De momento, esta loja não pode aceitar pagamentos.',
  checkout_expired: 'Esta encomenda expirou. Volte à loja e comece de novo.',
  checkout_completed: 'Esta encomenda já está paga.',
  checkout_processing: 'Já está a ser processado um pagamento desta encomenda.',
  price_changed: 'O preço mudou. Verifique-o antes de pagar.',
  payment_attempts:
    'Demasiados pagamentos desta encomenda foram recusados. Volte à loja e comece de novo.',
  payment_link_closed: 'Esta oferta terminou. Nada foi cobrado.',
  payment_pending:
    'Está a ser processado um pagamento desta subscrição. ' +
    'Pode demorar alguns dias: tente de novo depois.',
  payment_unresolved: 'O seu pagamento está a ser processado. Nada será cobrado duas vezes.',
  trial_used: 'Já usou o período de teste gratuito deste plano. Verifique o preço antes de pagar.',
  subscription_status: 'De momento, esta subscrição não pode ser alterada.',
  plan_invalid: 'Este plano não pode ser escolhido para a sua subscrição.',
  plan_not_higher: 'Este plano não é superior ao seu plano atual.',
  license_expired: 'Esta licença expirou.',
  license_disabled: 'Esta licença está desativada.',
  instance_not_found: 'Este dispositivo já não está ativado.',
  invoice_replaced: 'Esta fatura foi substituída por outra mais recente. Corrija essa.',
  invoice_refunded: 'Esta fatura foi totalmente reembolsada. Já não há nada a corrigir.',
  correction_too_late: 'Esta fatura é demasiado antiga para ser corrigida.',
  correction_country:
    'O país não pode ser alterado, porque o imposto poderia ser outro. Contacte a loja.',
  correction_tax_number:
    'Este número fiscal não pode ser alterado, porque graças a ele não foi cobrado imposto. ' +
    'Contacte a loja.',
  correction_limit: 'Esta fatura foi corrigida demasiadas vezes. Contacte a loja.',
  rate_limited: 'Demasiados pedidos. Aguarde um momento e tente de novo.',
  internal_error: 'Algo correu mal do nosso lado. Nada será cobrado duas vezes.',
};
