import type { Catalogue } from '../en/catalogue.ts';
import { own } from './isolate.ts';

export const links: Catalogue['links'] = {
  ended: 'انتهى هذا العرض',
  soldOut: (shop) => `نفدت الكمية. اسأل ${own(shop)} هل سيتوفر المزيد.`,
  expired: (shop) => `كان العرض متاحًا لفترة محدودة. اسأل ${own(shop)} إذا كنت لا تزال تريده.`,
  unavailable: (shop) => `غير معروض للبيع حاليًا. اسأل ${own(shop)} إذا كنت لا تزال تريده.`,
  deleted: (shop) => `لم يعد معروضًا للبيع. اسأل ${own(shop)} عن البديل.`,
  answerNeeded: (label) => `املأ الحقل «${own(label)}».`,
  tickNeeded: (label) => `ضع علامة في «${own(label)}» للمتابعة.`,
  checkText: (label) => `أدخل في الحقل «${own(label)}» سطرًا واحدًا لا يزيد على 500 حرف.`,
  checkNumber: (label) => `أدخل في الحقل «${own(label)}» عددًا، مثل 25.`,
  noLink: {
    title: 'هذه الصفحة غير موجودة',
    text: 'تحقق من العنوان، أو عد إلى المتجر واتبع الرابط مرة أخرى.',
  },
};
