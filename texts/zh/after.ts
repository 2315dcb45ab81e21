import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: '感谢您的订购',
  paid: ({ amount, shop }) => `您已向 ${shop} 支付 ${amount}。`,
  complete: (shop) => `您在 ${shop} 的订单已完成。`,
  trialStarted: (day) => `您的免费试用已开始，将于 ${day} 结束。`,
  receipt: ({ number, day }) => `收据 ${number}，${day}`,
  total: '总计',
  paidWith: (method) => `支付方式：${method}。`,
  invoice: '查看账单',
  invoicePdf: '下载 PDF',
  licenseKey: '您的许可证密钥',
  copy: '复制',
  copied: '已复制',
  keepKey: '请妥善保存：在您的设备上激活软件时需要它。',
  keyShownForDay: '此页面仅显示一天。',
  keyNotShown: html`密钥在您购买后的一天内曾显示于此。您可以在购买记录和订单邮件中找到它。`,
  mailSent: (to) => `订单邮件已发送至 ${to}。`,
  mailQueued: (to) => `订单邮件正在发往 ${to}。`,
  mailFailed: ({ to, shop }) => `订单邮件无法送达 ${to}。${shop} 可以重新发送。`,
  mailKept: (to) => `此测试商店没有邮件服务器：发往 ${to} 的邮件已保存，但未发送。`,
  whatNext: '后续步骤',
  activate: '复制许可证密钥，并在软件中输入。',
  manage: (link) => html`${link('管理您的购买')}：账单、许可证密钥、订阅和银行卡。`,
  goingBack: ({ shop, now }) => html`您即将返回 ${shop}。${now('立即继续')}`,
  backTo: (shop) => `返回 ${shop}`,

  processing: '您的付款正在处理中',
  processingText: '需要几秒钟。此页面会自动更新。',
  neverTwice: '您不会被重复扣款。',
  checkAgain: '再次检查',
  confirm: '请确认您的付款',
  confirmText: (amount) => `您的银行要求您确认这笔 ${amount} 的付款。`,
  toBank: '前往您的银行',
  otherCard: '使用其他银行卡',
  notPaidYet: '您的付款尚未完成',
  stillToPay: ({ amount, provider }) => `您仍需在 ${provider} 支付 ${amount}。`,
  oneStepLeft: '还差一步',
  chooseHowToPay: (provider) => `请在 ${provider} 选择日后的付款方式。今天无需付款。`,
  toProvider: (provider) => `前往 ${provider}`,
  startAgain: '取消并重新开始',
  doneThere: (link) => html`已在那里完成？${link('再次检查')}`,
  onItsWay: '您的付款正在途中',
  onItsWayText: (amount) =>
    html`您的 ${amount} 付款已开始。有些支付方式需要几分钟，银行扣款需要几天。`,
  nothingToDo: (shop) => {
    const arrives = html`款项到账后，${shop} 将交付您的订单，此页面会显示收据。`;
    return html`您无需任何操作。${arrives}如果付款失败，此页面会说明原因。`;
  },
  accountToConfirm: '正在确认您的银行账户',
  accountToConfirmText: (provider) =>
    html`这可能需要几天时间。如果需要您操作，${provider} 会给您发送电子邮件。确认后，一切会自动继续。`,
  checking: '您的付款正在核查中',
  checkingText: ({ amount, shop }) =>
    html`您的 ${amount} 付款与此订单不一致，${shop} 需要先进行核查。`,
  doNotPayAgain: (shop) => `请勿再次付款。此页面会显示结果。如果时间过长，请联系 ${shop}。`,

  expired: '此结账页面已过期',
  expiredText: ({ shop, product }) => `您尚未被扣款。请返回 ${shop} 重新订购 ${product}。`,
};
