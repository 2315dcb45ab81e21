import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `${plan} のお支払い`,
  isDue: (amount) => `${amount} のお支払い期限が来ています。`,
  whatIsDue: 'お支払いの内訳',
  dueNow: '現在のお支払い額',
  payNow: (amount) => `${amount} を今すぐ支払う`,
  cardIsKept: 'このカードは次回以降のお支払いのために保存されます。',
  payAt: (provider) =>
    `${provider} でお支払いいただきます。お支払い方法は次回以降のために保存されます。`,
  stillToPay: ({ amount, plan, provider }) =>
    `${provider} で ${plan} の料金 ${amount} のお支払いが残っています。`,
  underWay: ({ amount, plan }) => {
    const time = '通常は数秒、口座振替の場合は数日かかります。';
    return html`${plan} の料金 ${amount} のお支払いを処理しています。${time}お手続きは必要ありません。`;
  },
  yourBank: '銀行',
  ended: 'このサブスクリプションは終了しました',
  endedText: (plan) => `${plan} は終了しました。お支払いはありません。`,
  paused: 'このサブスクリプションは一時停止中です',
  pausedText: ({ plan, shop }) =>
    `${plan} のお支払いはありません。ご不明な点は ${shop} にお問い合わせください。`,
  notPossible: '現在お支払いをご利用いただけません',
  notPossibleText: (shop) => `料金は請求されていません。${shop} にお問い合わせください。`,
  waitsText: ({ amount, plan, shop }) => {
    const later = '後ほど同じリンクからもう一度お試しください。';
    const nothing = '料金は請求されておらず、サブスクリプションは継続しています。';
    return html`${plan} の料金 ${amount} のお支払いを、現在 ${shop} は受け付けられません。${nothing}${later}`;
  },
  settled: 'お手続きは完了しています',
  settledText: ({ plan, day }) => `${plan} は${day}までお支払い済みです。`,

  cardTitle: 'カードの変更',
  cardText: 'このカードが、登録されているカードの代わりに使用されます。',
  cardAt: (provider) =>
    `${provider} でカードを入力します。登録されているカードの代わりに使用されます。`,
  dueIsCharged: '期限を過ぎたお支払いがある場合は、すぐに請求されます。',
  dueWaits:
    '期限を過ぎたお支払いがある場合も、今は請求されません。未払いのままであれば、後ほどこのカードに請求されます。',
  noCardYet: 'カードがまだ入力されていません。',
  saveCard: 'カードを保存',
  toProvider: (provider) => `${provider} に進む`,
  doneThere: (link) => html`手続きがお済みですか？${link('もう一度確認')}`,
  cardSaved: 'カードを保存しました',
  cardSavedText: ({ card, shop }) => `${card} は ${shop} への次回以降のお支払いに使用されます。`,
  linkOver: 'このリンクは使用できなくなりました',
  linkOverText: (shop) => `何も変更されていません。${shop} に新しいリンクをお求めください。`,
  tryAgain: '処理できませんでした。しばらくしてからもう一度お試しください。',
  backTo: (shop) => `${shop} に戻る`,

  bank: 'テスト銀行',
  bankTitle: 'お支払いの確認',
  bankText: ({ amount, shop }) =>
    html`${shop} がお客様のカードに <strong>${amount}</strong> を請求しようとしています。`,
  bankIsTest: 'これは模擬の銀行です。実際の請求は行われません。',
  bankConfirm: 'お支払いを承認',
  bankRefuse: '拒否',
};
