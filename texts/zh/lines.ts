import type { Catalogue } from '../en/catalogue.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${name}（免费试用）`,
  period: ({ name, days }) => `${name}（${days}）`,
  remainingTime: ({ name, days }) => `${name} 的剩余时间（${days}）`,
  unusedTime: ({ name, days }) => `${name} 的未使用时间（${days}）`,
  unusedTimeOn: (name) => `${name} 的未使用时间`,
  unusedTimeAtAll: '未使用时间',
  discount: (code) => `优惠 ${code}`,
  rounding: '舍入调整',
  refund: (name) => `退款：${name}`,
  refundAtAll: '退款',
  failedRefund: '未能完成的退款',
  paidFromBalance: '以余额支付',
  addedToBalance: '计入余额',
  takenFromBalance: '从余额中扣除',
  owedEarlier: '此前欠款',
  owedNext: '随下次付款支付',
};
