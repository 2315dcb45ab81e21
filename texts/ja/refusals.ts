import type { Catalogue } from '../en/catalogue.ts';

export const refusals: Catalogue['refusals'] = {
  other: '処理できませんでした。ページを開き直して、もう一度お試しください。',
  body_too_large: '送信された内容が大きすぎます。',
  request_timeout: '接続が遅すぎました。もう一度お試しください。',
  idempotency_key_reused:
    'このフォームは以前に別の内容で送信されています。内容を確認して、もう一度送信してください。',
  product_unavailable: 'この商品は現在販売されていません。',
  coupon_not_found: 'このプロモーションコードは今回のご注文には使用できません。',
  coupon_expired: 'このプロモーションコードは有効期限が切れています。',
  coupon_not_started: 'このプロモーションコードはまだ有効ではありません。',
  coupon_exhausted: 'このプロモーションコードは使用回数の上限に達しています。',
  coupon_not_applicable: 'このプロモーションコードは今回のご注文には使用できません。',
  amount_too_large: 'この金額は一度に請求できる上限を超えています。',
  amount_too_small: '金額が少なすぎるため、請求できません。',
  amount_not_chargeable: 'この金額はこの通貨では請求できません。',
  gateway_missing: 'このショップは現在お支払いを受け付けられません。',
  provider_disconnected: 'このショップは現在お支払いを受け付けられません。',
  payment_link_closed: 'この販売は終了しました。料金は請求されていません。',
  checkout_expired:
    'このお支払いページの有効期限が切れました。ショップに戻って最初からやり直してください。',
  checkout_completed: 'このご注文はお支払い済みです。',
  checkout_processing: 'このご注文のお支払いはすでに処理中です。',
  price_changed: '価格が変更されました。お支払いの前にご確認ください。',
  payment_attempts:
    'このご注文ではお支払いの拒否が続きました。ショップに戻って最初からやり直してください。',
  payment_pending:
    'このサブスクリプションのお支払いを処理しています。数日かかることがあります。その後にお試しください。',
  payment_unresolved: 'お支払いを処理しています。二重に請求されることはありません。',
  trial_used:
    'このプランの無料トライアルはすでにご利用済みです。お支払いの前に価格をご確認ください。',
  subscription_status: 'このサブスクリプションは現在変更できません。',
  plan_invalid: 'このプランはお使いのサブスクリプションでは選択できません。',
  plan_not_higher: 'このプランは現在のプランより上位ではありません。',
  license_expired: 'このライセンスは有効期限が切れています。',
  license_disabled: 'このライセンスは無効になっています。',
  instance_not_found: 'このデバイスはすでに有効化が解除されています。',
  invoice_replaced: 'この請求書は新しいものに差し替えられました。新しい請求書を訂正してください。',
  invoice_refunded: 'この請求書は全額返金済みです。訂正するものはありません。',
  correction_too_late: 'この請求書は古いため訂正できません。',
  correction_country:
    '税額が変わる可能性があるため、国は変更できません。ショップにお問い合わせください。',
  correction_tax_number:
    'この税務番号により課税されていないため、変更できません。ショップにお問い合わせください。',
  correction_limit: 'この請求書は訂正回数の上限に達しました。ショップにお問い合わせください。',
  rate_limited: 'リクエストが多すぎます。しばらくしてからもう一度お試しください。',
  internal_error: '当方でエラーが発生しました。二重に請求されることはありません。',
};
