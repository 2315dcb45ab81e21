import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

const INTERVALS = {
  day: ['每天', '天'],
  week: ['每周', '周'],
  month: ['每月', '个月'],
  year: ['每年', '年'],
} as const;

export const shared: Catalogue['shared'] = {
  optional: '（选填）',
  email: '电子邮件',
  language: '语言',
  terms: '条款',
  privacy: '隐私',
  imprint: '法律声明',
  refunds: '退款',
  help: '帮助',
  questions: (address) => html`有疑问？${address}`,
  country: '国家/地区',
  fullName: '姓名',
  company: '公司',
  taxNumber: '税号，例如增值税号',
  postalCode: '邮政编码',
  region: '地区',
  state: '州',
  province: '省',
  card: '银行卡',
  cardNumber: '卡号',
  cardExpiry: '有效期（月和年）',
  monthAndYear: '月 / 年',
  securityCode: '安全码',
  securityCodeShort: 'CVC',
  checkEmail: '请输入电子邮件地址，例如 ada@example.com。',
  checkCountry: '请从列表中选择国家/地区。',
  checkLength: (most) => `请在一行内输入不超过 ${most} 个字符。`,
  checkCardNumber: '请检查卡号。',
  checkCardExpiry: '请输入卡上的月份和年份，例如 12/34。',
  checkExpiryIsAhead: '此卡已过期。请检查日期，或使用其他银行卡。',
  checkSecurityCode: '请输入 3 位或 4 位数字的安全码。',
  checkDetails: '请检查您填写的信息',
  testMode: '测试模式',
  noMoneyMoves: '不会真实扣款。',
  showTestCards: '测试卡',
  testCards: {
    pays: '付款成功',
    is_declined: '被拒绝',
    has_no_money: '余额不足',
    asks_to_confirm: '需要确认',
  },
  testCardDetails: '请使用任意未来日期和任意 3 位数字。',
  vat: '增值税',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) => `${count} 秒`,
  every: (interval, count) => {
    const [each, unit] = INTERVALS[interval];
    return count === 1 ? each : `每 ${count} ${unit}`;
  },
};
