import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name}（無料トライアル）`,
  period: ({ name, days }) => `${name}（${days}）`,
  remainingTime: ({ name, days }) => `${name} の残り期間（${days}）`,
  unusedTime: ({ name, days }) => `${name} の未使用期間（${days}）`,
  unusedTimeOn: (name) => `${name} の未使用期間`,
  unusedTimeAtAll: '未使用期間',
  discount: (code) => `割引 ${code}`,
  rounding: '端数調整',
  refund: (name) => `返金：${name}`,
  refundAtAll: '返金',
  failedRefund: '完了できなかった返金',
  paidFromBalance: '残高からのお支払い',
  addedToBalance: '残高に追加',
  takenFromBalance: '残高から差し引き',
  owedEarlier: '以前の未払い分',
  owedNext: '次回のお支払い時に請求',
};
