import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: '此优惠已结束',
  soldOut: (shop) => `已售罄。请咨询 ${shop} 是否会补货。`,
  expired: (shop) => `此优惠为限时提供。如仍需要，请咨询 ${shop}。`,
  unavailable: (shop) => `目前不在售。如仍需要，请咨询 ${shop}。`,
  deleted: (shop) => `已停止销售。如需了解替代商品，请咨询 ${shop}。`,
  answerNeeded: (label) => `请填写“${label}”。`,
  tickNeeded: (label) => `请勾选“${label}”以继续。`,
  checkText: (label) => `请为“${label}”输入一行文字，不超过 500 个字符。`,
  checkNumber: (label) => `请为“${label}”输入数字，例如 25。`,
  noLink: {
    title: '此页面不存在',
    text: '请检查地址，或返回商店重新打开链接。',
  },
};
