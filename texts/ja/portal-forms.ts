import type { portalForms as english } from '../en/portal-forms.ts';

export const portalForms: typeof english = {
  cancelForm: 'キャンセル',

  paymentMethod: 'お支払い方法',
  noCard: '登録されているカードはありません。',
  expires: (date) => `有効期限 ${date}`,
  expired: (date) => `${date} に期限切れ`,
  updateCard: 'カードを変更',
  addCard: 'カードを追加',
  addCardTitle: 'カードの追加',
  updateCardTitle: 'カードの変更',
  cardIsUsed: (card) => `お支払いには ${card} を使用しています。新しいカードに切り替わります。`,
  cardWillBeUsed: 'このカードは次回以降のお支払いに使用されます。',
  payAndSaveCard: '支払ってカードを保存',
  saveCard: 'カードを保存',
  continueTo: (provider) => `${provider} に進む`,
  chargedAtOnce: ({ amount, plan }) =>
    `新しいカードに ${plan} の料金 ${amount} がすぐに請求されます。`,
  chargedLater: ({ amount, plan }) =>
    `${plan} の料金 ${amount} は、今は請求されません。未払いのままであれば、後ほど新しいカードに請求されます。`,
  cannotTakeCards: 'このショップは現在カードを受け付けられません',
  askShop: (shop) => `${shop} にお問い合わせください。`,
  didNotWork: '処理できませんでした',
  tryInAMoment: 'しばらくしてからもう一度お試しください。',
  tooManyTries: '試行回数が多すぎます',
  methods: {
    acss_debit: '口座振替',
    au_becs_debit: '口座振替',
    bacs_debit: '口座振替',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: '銀行口座',
    paypal: 'PayPal',
    sepa_debit: 'SEPA 口座振替',
    us_bank_account: '銀行口座',
  },

  balance: '残高',
  haveCredit: (amount) => `${amount} のクレジットがあります。次回以降のお支払いに充当されます。`,
  oweAmount: (amount) => `未払い額は ${amount} です。次回のお支払いに加算されます。`,

  billing: '請求先情報',
  noBilling: '請求先情報はまだありません。',
  billingText: '次回以降の請求書に記載されます。',
  updateBilling: '情報を変更',
  save: '保存',
  taxNumberIs: (number) => `税務番号 ${number}`,
  checkTaxNumber: 'この税務番号を確認するか、空欄にしてください。',
  checkCountry: 'リストから国を選択するか、空欄にしてください。',
  phone: '電話番号',
  address: '住所',
  line1: '番地',
  line2: '建物名・部屋番号',
  city: '市区町村',
  stateOrRegion: '都道府県または州',

  correctTitle: (number) => `請求書 ${number} の訂正`,
  correctText:
    'この請求書に対するクレジットノートと、この内容の新しい請求書が発行されます。' +
    'お支払い済みの金額は変わりません。',
  countryIsFixed: (country) => `国：${country}。ここでは変更できません。`,
  correctInvoice: '請求書を訂正',
};
