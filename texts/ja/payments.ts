import type { Catalogue } from '../en/catalogue.ts';

export const payments: Catalogue['payments'] = {
  paymentProvider: '決済サービス',
  includesTax: (taxes) => `金額には税が含まれています：${taxes}。`,
  reverseCharge: 'リバースチャージ：VAT は請求されません。貴社にて申告してください。',

  cardDeclined: 'カードが拒否されました',
  paymentDeclined: 'お支払いが拒否されました',
  notCompleted: 'お支払いが完了していません',

  nothingCharged: '料金は請求されていません。',
  declines: {
    askBank:
      'カード発行会社により拒否されました。別のカードをお試しになるか、カード発行会社にお問い合わせください。',
    notEnoughMoney: 'カードまたは口座の残高が不足しています。別のものをお試しください。',
    limitReached: 'このカードは利用限度額に達しています。別のカードをお試しください。',
    usedTooOften: 'このカードは短期間に使用されすぎています。別のカードをお試しください。',
    amountTooSmall: '金額が少なすぎるため、請求できません。',
    amountNotChargeable: 'この金額はこの通貨では請求できません。',
    amountTooLarge: 'この支払い方法では金額が大きすぎます。別の方法をお試しください。',
    looksDoubled: '直前のお支払いと重複していると銀行が判断しました。銀行にお問い合わせください。',
    cardExpired: 'このカードは有効期限が切れています。別のカードをお試しください。',
    wrongNumber: 'カード番号が正しくありません。確認してもう一度お試しください。',
    wrongCode: 'セキュリティコードが正しくありません。確認してもう一度お試しください。',
    wrongExpiry: '有効期限が正しくありません。確認してもう一度お試しください。',
    wrongAddress: '銀行に登録されている住所と異なります。確認してもう一度お試しください。',
    cardReplaced: 'このカードは新しいカードに切り替わっています。新しいカードをご利用ください。',
    cardNotSupported: 'このカードは今回の購入には使用できません。別のカードをお試しください。',
    currencyNotSupported: 'このカードはこの通貨に対応していません。別のカードをお試しください。',
    notAllowed: '銀行がこの種類のお支払いを許可していません。別の支払い方法をお試しください。',
    stoppedByOwner: 'このようなお支払いは銀行で停止されています。別のカードをお試しください。',
    tryAgainSoon: '銀行がお支払いを処理できませんでした。しばらくしてからもう一度お試しください。',
    tryAgainLater:
      'カードが一時的に拒否されました。後でもう一度お試しになるか、別のカードをお試しください。',
    accountUnusable: 'このカードまたは銀行口座には請求できません。別のものをお試しください。',
    accountClosed: 'この銀行口座は解約されています。別の支払い方法をお試しください。',
    debitNotAllowed: 'この銀行口座からは引き落としができません。別の支払い方法をお試しください。',
    failed: 'お支払いが完了しませんでした。別のカードまたは別の支払い方法をお試しください。',
    confirmHere: '銀行がこのお支払いの確認を求めています。',
    notConfirmed: '銀行でのお支払いの確認が行われませんでした。もう一度お試しください。',
    confirmedTooLate:
      '銀行でのお支払いの確認が時間内に行われませんでした。もう一度お試しください。',
    notCompleted: 'お支払いは完了していません。もう一度お試しいただけます。',
    trialUsed: 'このプランの無料トライアルはすでにご利用済みです。',
    subscriptionCanceled: '請求の前にサブスクリプションが解約されました。',
    noCard: '登録されているカードがありません。カードを追加してください。',
    notMade: 'お支払いを行えませんでした。もう一度お試しください。',
    shopCannot: 'このショップは現在お支払いを受け付けられません。',
    testCardsOnly: 'これはテストショップです。テストカードのみ使用できます。',
  },
};
