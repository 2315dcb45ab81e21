import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `支付 ${plan}`,
  isDue: (amount) => `您有 ${amount} 应付款项。`,
  whatIsDue: '应付明细',
  dueNow: '现在应付',
  payNow: (amount) => `立即支付 ${amount}`,
  cardIsKept: '此卡将保存，用于您今后的付款。',
  payAt: (provider) => `您将在 ${provider} 付款。支付方式将保存，用于您今后的付款。`,
  stillToPay: ({ amount, plan, provider }) =>
    `您仍需在 ${provider} 支付 ${plan} 的费用 ${amount}。`,
  underWay: ({ amount, plan }) => {
    const time = '多数付款只需几秒，银行扣款需要几天。';
    return html`您为 ${plan} 支付的 ${amount} 正在处理中。${time}您无需任何操作。`;
  },
  yourBank: '您的银行',
  ended: '此订阅已结束',
  endedText: (plan) => `${plan} 已结束，无需付款。`,
  paused: '此订阅已暂停',
  pausedText: ({ plan, shop }) => `${plan} 无需付款。如有疑问，请联系 ${shop}。`,
  notPossible: '目前无法付款',
  notPossibleText: (shop) => `您尚未被扣款。请联系 ${shop}。`,
  waitsText: ({ amount, plan, shop }) => {
    const nothing = '您尚未被扣款，订阅会继续有效。';
    return html`您为 ${plan} 应付 ${amount}，但 ${shop} 目前无法收款。${nothing}请稍后用同一链接重试。`;
  },
  settled: '一切就绪',
  settledText: ({ plan, day }) => `${plan} 已付费至 ${day}。`,

  cardTitle: '更换您的银行卡',
  cardText: '此卡将取代已保存的卡。',
  cardAt: (provider) => `您将在 ${provider} 输入银行卡，它将取代已保存的卡。`,
  dueIsCharged: '如有逾期款项，将立即扣款。',
  dueWaits: '如有逾期款项，现在不会扣款。如届时仍未付清，将稍后从此卡扣款。',
  noCardYet: '您尚未输入银行卡。',
  saveCard: '保存银行卡',
  toProvider: (provider) => `前往 ${provider}`,
  doneThere: (link) => html`已在那里完成？${link('再次检查')}`,
  cardSaved: '您的银行卡已保存',
  cardSavedText: ({ card, shop }) => `${card} 将用于您今后向 ${shop} 的付款。`,
  linkOver: '此链接已失效',
  linkOverText: (shop) => `没有任何更改。请向 ${shop} 索取新的链接。`,
  tryAgain: '操作未成功。请稍后重试。',
  backTo: (shop) => `返回 ${shop}`,

  bank: '测试银行',
  bankTitle: '确认此付款',
  bankText: ({ amount, shop }) => html`${shop} 将从您的卡中扣除 <strong>${amount}</strong>。`,
  bankIsTest: '这是模拟银行：不会真实扣款。',
  bankConfirm: '确认付款',
  bankRefuse: '拒绝',
};
