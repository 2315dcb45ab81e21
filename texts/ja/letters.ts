import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: '{name} 様',
  hello_nameless: 'お客様',
  test_note:
    'このメールはテストショップから送信されています。実際の販売や代金の移動は行われていません。',
  footer: 'このメールは、{store} のお客様にお送りしています。',
  reply_note: 'ご不明な点がございましたら、このメールにご返信ください。',

  product: '商品',
  plan: 'プラン',
  quantity: '数量',
  amount: '金額',
  paid: 'お支払い額',
  tax_included: 'うち税額',
  date: '日付',
  paid_with: 'お支払い方法',
  payment_method: 'お支払い方法',
  next_payment: '次回のお支払い',
  card: '{brand}（末尾 {last4}）',
  amount_on: '{date}に {amount}',

  license_key: 'ライセンスキー',
  license_help: 'アプリケーションに入力して有効化してください。',
  view_invoice: '請求書を表示',
  view_credit_note: 'クレジットノートを表示',
  open_portal: 'カスタマーポータルを開く',
  manage_subscription: 'サブスクリプションを管理',

  purchase: {
    subject: 'ご購入内容：{product}',
    heading: 'ご購入ありがとうございます',
    intro: '{product} のご購入が完了しました。',
    trial:
      '無料トライアルは{date}までです。それまでに解約されない場合、当日に {amount} が請求されます。',
    renews: 'サブスクリプションは{date}に {amount} で更新され、解約されるまで継続します。',
    next_steps: '次のステップ',
    step_invoice: '請求書は控えとして保管してください。',
    step_license:
      'アプリケーションにライセンスキーを入力してください。このメールは大切に保管してください。',
    step_portal:
      'カスタマーポータルでは、請求書とライセンスキーの確認、サブスクリプションの管理ができます。',
  },
  renewal: {
    subject: 'お支払いを受け付けました：{product}',
    heading: 'お支払いありがとうございます',
    paid_until: '{product} のサブスクリプションは{date}までお支払い済みです。',
  },
  trial_ending: {
    subject: '{product} の無料トライアルは{date}に終了します',
    heading: 'まもなく無料トライアルが終了します',
    intro:
      '{product} の無料トライアルは{date}に終了します。当日に {amount} が請求され、サブスクリプションが継続します。',
    intro_free:
      '{product} の無料トライアルは{date}に終了します。その後もサブスクリプションは継続します。',
    cancel:
      '継続を希望されない場合は、その日より前にカスタマーポータルで解約してください。料金は請求されません。',
  },
  renewal_coming: {
    subject: '{product} は{date}に更新されます',
    heading: 'まもなくサブスクリプションが更新されます',
    intro: '{product} のサブスクリプションは{date}に {amount} で更新されます。',
    nothing_to_do:
      'お手続きは必要ありません。変更または解約をご希望の場合は、その日より前にカスタマーポータルでお手続きください。',
  },
  payment_failed: {
    subject: '{product} のお支払いが完了しませんでした',
    heading: 'お支払いが完了しませんでした',
    intro: '{product} のお支払い {amount} は承認されませんでした。',
    next_try: '{date}に再度お支払いの処理を行います。',
    last_day: '{date}までにお支払いください。お支払いがない場合、サブスクリプションは終了します。',
    how: '今すぐお支払いいただけます。別のカードもご利用いただけます。',
    pay_now: '今すぐ支払う',
  },
  confirmation_needed: {
    subject: '{product} のお支払いを確認してください',
    heading: 'お支払いを確認してください',
    intro: '{product} のお支払い {amount} について、銀行がお客様の確認を求めています。',
    why: '確認いただけない場合、お支払いは行われません。',
    confirm: 'お支払いを確認する',
  },
  card_expiring: {
    subject: '末尾 {last4} のカードの有効期限が近づいています',
    heading: 'カードの有効期限が近づいています',
    intro: '{card} の有効期限は{month}末です。',
    how: 'サブスクリプションを中断なくご利用いただくため、カスタマーポータルで新しいカードを登録してください。',
    update_card: '新しいカードを登録',
  },
  plan_changed: {
    subject: '{product} のサブスクリプションが変更されました',
    heading: 'サブスクリプションが変更されました',
    now: '今後のご契約内容：',
    later: '{date}からのご契約内容：',
    charged: '今回の請求額',
  },
  discounted: {
    subject: '{product} の割引',
    heading: '割引のお知らせ',
    intro: '{product} のサブスクリプションが {discount} 割引になりました。',
    once: '次回のお支払いにのみ適用されます。',
    until: '次回以降、{date}より前のお支払いに適用されます。',
    forever: '次回のお支払いから、ご契約が続く限り適用されます。',
  },
  canceled: {
    subject: '{product} のサブスクリプションが解約されました',
    heading: 'サブスクリプションが解約されました',
    scheduled: '{product} のサブスクリプションは{date}に終了します。それまではご利用いただけます。',
    ended: '{product} のサブスクリプションは{date}に終了しました。',
    unpaid:
      '{product} のサブスクリプションは、お支払いが確認できなかったため{date}に終了しました。',
    nothing_charged: '今後、料金が請求されることはありません。',
    keep: '継続を希望される場合は、その日までカスタマーポータルで解約を取り消せます。',
    credit: '{amount} のクレジット残高は残ります。次回のお支払いに充当されます。',
    invoices: '請求書は引き続きカスタマーポータルでご確認いただけます。',
  },
  refunded: {
    subject: '{amount} の返金のお知らせ',
    heading: '返金が完了しました',
    intro: '{product} の代金 {amount} を返金しました。',
    when: '銀行によっては、反映までに最大10日かかることがあります。',
  },
  sign_in: {
    subject: '{store} のログインリンク',
    heading: 'ログインリンク',
    intro: '次のリンクから {store} のカスタマーポータルを開けます。',
    once: 'リンクは1時間有効です。他の人に転送しないでください。リンクを知っている人は、お客様の購入内容を見ることができます。',
    not_you: 'お心当たりがない場合は、このメールを無視してください。',
  },
  new_key: {
    subject: '{product} の新しいライセンスキー',
    heading: '新しいライセンスキー',
    intro: '{product} のライセンスキーを新しいものに置き換えました。以前のキーは使用できません。',
    devices: 'お使いの各デバイスを新しいキーで再度有効化してください。',
  },
  invoice_corrected: {
    subject: '訂正後の請求書 {number}',
    heading: '請求書を訂正しました',
    intro: '請求書 {replaced} を訂正しました。請求書 {number} がこれに代わります。',
    credit_note:
      'クレジットノート {credit_note} により請求書 {replaced} は取り消されます。再度の請求はありません。',
  },
  test: {
    subject: '{store} のメールは届いています',
    heading: '正常に動作しています',
    intro:
      'このメールは、メールサーバーを確認するために送信されました。{store} のメールは届いています。',
  },
};
