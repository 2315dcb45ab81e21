import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'Kassa 正在运行',
    text: (reference, document) =>
      html`请阅读 ${reference('API 参考')}，或获取 ${document('OpenAPI 文档')}。`,
    setUp: (dashboard) => html`这是首次启动：要设置您的商店，请${dashboard('打开管理后台')}。`,
  },
  notFound: {
    title: '找不到页面',
    text: '请检查地址，或返回上一页。',
  },
  wrongMethod: {
    title: '无法以这种方式使用此页面',
    text: '请在浏览器中打开此页面并重试。',
  },
  refused: {
    title: '操作未成功',
    text: '请返回并刷新页面后重试。',
  },
  failed: {
    title: '我们这边出了问题',
    text: '请重新打开页面，查看您是否已付款。您不会被重复扣款。',
  },
  wait: {
    title: '请稍候',
    text: (seconds, now) =>
      html`来自此处的请求过多。此页面将在 ${seconds}后自动继续，内容不会丢失。${now('立即继续')}`,
  },
  tryLater: (seconds) => `尝试次数过多。请等待 ${seconds}后重试。`,
  fromElsewhere: {
    title: '此表单来自其他网站',
    text: '请自行打开此页面并重试。',
  },
  noCheckout: {
    title: '找不到结账页面',
    text: '请返回商店重新开始。',
  },
  closed: {
    title: '目前无法付款',
    text: (shop) => `您尚未被扣款。请咨询 ${shop} 何时可以恢复付款。`,
  },
  notOpen: {
    title: '此商店尚未营业',
    text: (shop) => `您尚未被扣款。请咨询 ${shop} 何时开始营业。`,
  },
  noBill: {
    title: '找不到待付款项',
    text: '请检查地址，或向商店索取新的链接。',
  },
  noCardLink: {
    title: '找不到页面',
    text: '请检查地址，或向商店索取新的链接。',
  },
  noInvoice: {
    title: '找不到账单',
    text: '请检查地址，或向商店索取账单。',
  },
  noElectronicInvoice: {
    title: '此账单没有电子格式',
    text: '其中缺少标准要求的内容。PDF 中包含全部信息。',
  },
  noShop: {
    title: '找不到商店',
    text: '请检查地址，或向商店索取链接。',
  },
  nothingToConfirm: {
    title: '没有需要确认的内容',
    text: '请返回商店查看您的订单。',
  },
  linkExpired: {
    title: '此链接已失效',
    text: (anew) => html`${anew('通过电子邮件获取新链接')}，或联系卖家。`,
    back: (shop) => `返回 ${shop}`,
  },
};
