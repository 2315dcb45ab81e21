import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'この販売は終了しました',
  soldOut: (shop) => `完売しました。再販については ${shop} にお問い合わせください。`,
  expired: (shop) => `期間限定の販売でした。ご希望の場合は ${shop} にお問い合わせください。`,
  unavailable: (shop) => `現在販売していません。ご希望の場合は ${shop} にお問い合わせください。`,
  deleted: (shop) => `販売を終了しました。代わりの商品については ${shop} にお問い合わせください。`,
  answerNeeded: (label) => `「${label}」を入力してください。`,
  tickNeeded: (label) => `続けるには「${label}」にチェックを入れてください。`,
  checkText: (label) => `「${label}」は500文字以内、1行で入力してください。`,
  checkNumber: (label) => `「${label}」に数値を入力してください（例：25）。`,
  noLink: {
    title: 'このページは存在しません',
    text: 'アドレスを確認するか、ショップに戻ってもう一度リンクを開いてください。',
  },
};
