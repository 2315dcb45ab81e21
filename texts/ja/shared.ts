import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

const INTERVALS = {
  day: ['毎日', '日'],
  week: ['毎週', '週間'],
  month: ['毎月', 'か月'],
  year: ['毎年', '年'],
} as const;

export const shared: Catalogue['shared'] = {
  optional: '（任意）',
  email: 'メールアドレス',
  language: '言語',
  terms: '利用規約',
  privacy: 'プライバシー',
  imprint: '特定商取引法に基づく表記',
  refunds: '返金について',
  help: 'ヘルプ',
  questions: (address) => html`お問い合わせ：${address}`,
  country: '国',
  fullName: '氏名',
  company: '会社名',
  taxNumber: '税務番号（VAT 番号など）',
  postalCode: '郵便番号',
  region: '地域',
  state: '州',
  province: '州・県',
  card: 'カード',
  cardNumber: 'カード番号',
  cardExpiry: '有効期限（月と年）',
  monthAndYear: '月 / 年',
  securityCode: 'セキュリティコード',
  securityCodeShort: 'CVC',
  checkEmail: 'メールアドレスを入力してください（例：ada@example.com）。',
  checkCountry: 'リストから国を選択してください。',
  checkLength: (most) => `${most}文字以内、1行で入力してください。`,
  checkCardNumber: 'カード番号を確認してください。',
  checkCardExpiry: 'カードに記載されている月と年を入力してください（例：12/34）。',
  checkExpiryIsAhead:
    'このカードは有効期限が切れています。日付を確認するか、別のカードをご利用ください。',
  checkSecurityCode: 'セキュリティコードの3桁または4桁の数字を入力してください。',
  checkDetails: '入力内容を確認してください',
  testMode: 'テストモード',
  noMoneyMoves: '実際の請求は行われません。',
  showTestCards: 'テストカード',
  testCards: {
    pays: '支払い成功',
    is_declined: '拒否',
    has_no_money: '残高不足',
    asks_to_confirm: '確認が必要',
  },
  testCardDetails: '任意の将来の日付と任意の3桁の数字を使用してください。',
  vat: '付加価値税',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) => `${count}秒`,
  every: (interval, count) => {
    const [each, unit] = INTERVALS[interval];
    return count === 1 ? each : `${count}${unit}ごと`;
  },
};
