import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: 'ご注文ありがとうございます',
  paid: ({ amount, shop }) => `${shop} に ${amount} をお支払いいただきました。`,
  complete: (shop) => `${shop} でのご注文が完了しました。`,
  trialStarted: (day) => `無料トライアルが始まりました。${day}に終了します。`,
  receipt: ({ number, day }) => `領収書 ${number}、${day}`,
  total: '合計',
  paidWith: (method) => `お支払い方法：${method}`,
  invoice: '請求書を表示',
  invoicePdf: 'PDF をダウンロード',
  licenseKey: 'ライセンスキー',
  copy: 'コピー',
  copied: 'コピーしました',
  keepKey: '大切に保管してください。デバイスでソフトウェアを有効化する際に必要です。',
  keyShownForDay: 'このページでは1日間表示されます。',
  keyNotShown: html`ご購入から1日間ここに表示されていました。ご購入内容のページと、ご注文のメールでご確認いただけます。`,
  mailSent: (to) => `ご注文のメールを ${to} にお送りしました。`,
  mailQueued: (to) => `ご注文のメールを ${to} にお送りしています。`,
  mailFailed: ({ to, shop }) =>
    `ご注文のメールを ${to} にお届けできませんでした。${shop} から再送できます。`,
  mailKept: (to) =>
    'このテストショップにはメールサーバーがないため、' +
    `${to} 宛てのメールは送信されず、保管されています。`,
  whatNext: '次のステップ',
  activate: 'ライセンスキーをコピーして、ソフトウェアに入力してください。',
  manage: (link) =>
    html`${link('ご購入内容の管理')}：請求書、ライセンスキー、サブスクリプション、カード。`,
  goingBack: ({ shop, now }) => html`まもなく ${shop} に戻ります。${now('今すぐ続ける')}`,
  backTo: (shop) => `${shop} に戻る`,

  processing: 'お支払いを処理しています',
  processingText: '数秒かかります。このページは自動的に更新されます。',
  neverTwice: '二重に請求されることはありません。',
  checkAgain: 'もう一度確認',
  confirm: 'お支払いを確認してください',
  confirmText: (amount) => `${amount} のお支払いについて、銀行が確認を求めています。`,
  toBank: '銀行のページに進む',
  otherCard: '別のカードを使用',
  notPaidYet: 'お支払いが完了していません',
  stillToPay: ({ amount, provider }) => `${provider} で ${amount} のお支払いが残っています。`,
  oneStepLeft: 'あと1ステップです',
  chooseHowToPay: (provider) =>
    `${provider} で後日のお支払い方法を選択してください。本日のお支払いはありません。`,
  toProvider: (provider) => `${provider} に進む`,
  startAgain: 'キャンセルして最初からやり直す',
  doneThere: (link) => html`手続きがお済みですか？${link('もう一度確認')}`,
  onItsWay: 'お支払いの手続き中です',
  onItsWayText: (amount) =>
    html`${amount} のお支払いが開始されました。数分かかる支払い方法や、数日かかる口座振替があります。`,
  nothingToDo: (shop) => {
    const arrives = html`入金が確認されると、${shop} がご注文を提供し、このページに領収書が表示されます。`;
    return html`お手続きは必要ありません。${arrives}お支払いに失敗した場合は、理由が表示されます。`;
  },
  accountToConfirm: '銀行口座を確認しています',
  accountToConfirmText: (provider) =>
    html`確認には数日かかることがあります。お客様の操作が必要な場合は、${provider} からメールが届きます。確認が終わると、自動的に手続きが進みます。`,
  checking: 'お支払いを確認しています',
  checkingText: ({ amount, shop }) =>
    html`${amount} のお支払いの内容がご注文と一致しないため、${shop} が先に確認します。`,
  doNotPayAgain: (shop) =>
    '再度お支払いにならないでください。このページに結果が表示されます。' +
    `時間がかかる場合は ${shop} にお問い合わせください。`,

  expired: 'このお支払いページの有効期限が切れました',
  expiredText: ({ shop, product }) =>
    `料金は請求されていません。${product} を注文するには ${shop} に戻ってください。`,
};
