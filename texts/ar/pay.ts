import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { own } from './isolate.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `الدفع مقابل ${own(plan)}`,
  isDue: (amount) => `حان موعد دفعتك بمبلغ ${own(amount)}.`,
  whatIsDue: 'المبالغ المستحقة',
  dueNow: 'المستحق الآن',
  payNow: (amount) => `دفع ${own(amount)} الآن`,
  cardIsKept: 'تُحفظ هذه البطاقة لمدفوعاتك التالية.',
  payAt: (provider) => `تدفع لدى ${own(provider)}. وتُحفظ طريقة الدفع لمدفوعاتك التالية.`,
  stillToPay: ({ amount, plan, provider }) =>
    `بقي عليك دفع ${own(amount)} مقابل ${own(plan)} لدى ${own(provider)}.`,
  underWay: ({ amount, plan }) =>
    html`تجري معالجة دفعتك بمبلغ ${own(amount)} مقابل ${own(plan)}. يستغرق معظمها ثوانيَ، ويستغرق
    الخصم المصرفي المباشر بضعة أيام. لا يلزمك فعل أي شيء.`,
  yourBank: 'البنك',
  ended: 'انتهى هذا الاشتراك',
  endedText: (plan) => `انتهى ${own(plan)}. ولا يوجد ما يجب دفعه.`,
  paused: 'هذا الاشتراك موقوف مؤقتًا',
  pausedText: ({ plan, shop }) =>
    `لا يوجد ما يجب دفعه مقابل ${own(plan)}. تواصل مع ${own(shop)} إذا كانت لديك أسئلة.`,
  notPossible: 'الدفع غير ممكن حاليًا',
  notPossibleText: (shop) => `لم يُخصم منك أي مبلغ. تواصل مع ${own(shop)}.`,
  waitsText: ({ amount, plan, shop }) =>
    html`حان موعد دفعتك بمبلغ ${own(amount)} مقابل ${own(plan)}، لكن ${own(shop)} لا يستطيع
    استلامها حاليًا. لم يُخصم منك أي مبلغ، واشتراكك مستمر. حاول لاحقًا بالرابط نفسه.`,
  settled: 'كل شيء على ما يرام',
  settledText: ({ plan, day }) => `${own(plan)} مدفوع حتى ${own(day)}.`,

  cardTitle: 'تغيير بطاقتك',
  cardText: 'تحل هذه البطاقة محل البطاقة المحفوظة.',
  cardAt: (provider) => `تُدخل البطاقة لدى ${own(provider)}، وتحل محل البطاقة المحفوظة.`,
  dueIsCharged: 'إذا كانت هناك دفعة متأخرة، فستُخصم فورًا.',
  dueWaits:
    'إذا كانت هناك دفعة متأخرة، فلن تُخصم الآن، بل ستُخصم لاحقًا من هذه البطاقة إن بقيت مستحقة.',
  noCardYet: 'لم تُدخل بطاقة بعد.',
  saveCard: 'حفظ البطاقة',
  toProvider: (provider) => `المتابعة إلى ${own(provider)}`,
  doneThere: (link) => html`هل انتهيت هناك؟ ${link('التحقق مرة أخرى')}`,
  cardSaved: 'حُفظت بطاقتك',
  cardSavedText: ({ card, shop }) => `تُستخدم ${own(card)} لمدفوعاتك التالية إلى ${own(shop)}.`,
  linkOver: 'لم يعد هذا الرابط صالحًا',
  linkOverText: (shop) => `لم يتغير شيء. اطلب من ${own(shop)} رابطًا جديدًا.`,
  tryAgain: 'لم ينجح ذلك. حاول مرة أخرى بعد قليل.',
  backTo: (shop) => `العودة إلى ${own(shop)}`,

  bank: 'بنك الاختبار',
  bankTitle: 'تأكيد هذه الدفعة',
  bankText: ({ amount, shop }) =>
    html`يريد ${own(shop)} خصم <strong>${own(amount)}</strong> من بطاقتك.`,
  bankIsTest: 'هذا بنك محاكى: لا تُحوَّل أي أموال.',
  bankConfirm: 'تأكيد الدفع',
  bankRefuse: 'رفض',
};
