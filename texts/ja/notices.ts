import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'Kassa は稼働中です',
    text: (reference, document) =>
      html`${reference('API リファレンス')}を読むか、${document('OpenAPI ドキュメント')}を取得してください。`,
    setUp: (dashboard) =>
      html`初めての起動です。ショップを設定するには、${dashboard('ダッシュボードを開いてください')}。`,
  },
  notFound: {
    title: 'ページが見つかりません',
    text: 'アドレスを確認するか、前のページに戻ってください。',
  },
  wrongMethod: {
    title: 'このページはこの方法では使用できません',
    text: 'ブラウザーでページを開いて、もう一度お試しください。',
  },
  refused: {
    title: '処理できませんでした',
    text: '前のページに戻って再読み込みし、もう一度お試しください。',
  },
  failed: {
    title: '当方でエラーが発生しました',
    text:
      'ページを開き直すと、お支払いが完了したかどうかを確認できます。' +
      '二重に請求されることはありません。',
  },
  wait: {
    title: '少々お待ちください',
    text: (seconds, now) =>
      html`こちらからのリクエストが多すぎます。${seconds}後に自動的に続行します。入力内容は失われません。${now('今すぐ続ける')}`,
  },
  tryLater: (seconds) => `試行回数が多すぎます。${seconds}待ってから、もう一度お試しください。`,
  fromElsewhere: {
    title: 'このフォームは別のサイトから送信されました',
    text: 'ご自身でページを開いて、もう一度お試しください。',
  },
  noCheckout: {
    title: 'お支払いページが見つかりません',
    text: 'ショップに戻って最初からやり直してください。',
  },
  closed: {
    title: '現在お支払いをご利用いただけません',
    text: (shop) =>
      `料金は請求されていません。お支払いの再開時期については ${shop} にお問い合わせください。`,
  },
  notOpen: {
    title: 'このショップはまだ開店していません',
    text: (shop) => `料金は請求されていません。開店時期については ${shop} にお問い合わせください。`,
  },
  noBill: {
    title: '請求が見つかりません',
    text: 'アドレスを確認するか、ショップに新しいリンクをお求めください。',
  },
  noCardLink: {
    title: 'ページが見つかりません',
    text: 'アドレスを確認するか、ショップに新しいリンクをお求めください。',
  },
  noInvoice: {
    title: '請求書が見つかりません',
    text: 'アドレスを確認するか、ショップに請求書をお求めください。',
  },
  noElectronicInvoice: {
    title: 'この請求書には電子データがありません',
    text: '規格が求める項目が不足しています。PDF にはすべて記載されています。',
  },
  noShop: {
    title: 'ショップが見つかりません',
    text: 'アドレスを確認するか、ショップにリンクをお求めください。',
  },
  nothingToConfirm: {
    title: '確認するものはありません',
    text: 'ショップに戻って、ご注文を確認してください。',
  },
  linkExpired: {
    title: 'このリンクは使用できなくなりました',
    text: (anew) =>
      html`${anew('新しいリンクをメールで受け取る')}か、販売者にお問い合わせください。`,
    back: (shop) => `${shop} に戻る`,
  },
};
