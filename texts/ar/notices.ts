import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { own } from './isolate.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'خدمة Kassa قيد التشغيل',
    text: (reference, document) =>
      html`اقرأ ${reference('مرجع واجهة API')} أو نزّل ${document('مستند OpenAPI')}.`,
    setUp: (dashboard) =>
      html`هذا هو التشغيل الأول: لإعداد متجرك، ${dashboard('افتح لوحة التحكم')}.`,
  },
  notFound: {
    title: 'لم يُعثر على الصفحة',
    text: 'تحقق من العنوان أو عد إلى الصفحة السابقة.',
  },
  wrongMethod: {
    title: 'لا يمكن استخدام هذه الصفحة بهذه الطريقة',
    text: 'افتح الصفحة في المتصفح وحاول مرة أخرى.',
  },
  refused: {
    title: 'لم ينجح ذلك',
    text: 'عد إلى الوراء وأعد تحميل الصفحة وحاول مرة أخرى.',
  },
  failed: {
    title: 'حدث خطأ من جانبنا',
    text: 'افتح الصفحة من جديد: فهي تبيّن هل تم الدفع. ولن يُخصم المبلغ منك مرتين.',
  },
  wait: {
    title: 'لحظة من فضلك',
    text: (seconds, now) =>
      html`وردت من هنا طلبات كثيرة جدًا. ستتابع هذه الصفحة تلقائيًا بعد ${seconds}، ولن يضيع
      شيء. ${now('المتابعة الآن')}`,
  },
  tryLater: (seconds) => `محاولات كثيرة جدًا. انتظر ${seconds} ثم حاول مرة أخرى.`,
  fromElsewhere: {
    title: 'ورد هذا النموذج من موقع آخر',
    text: 'افتح الصفحة بنفسك وحاول مرة أخرى.',
  },
  noCheckout: {
    title: 'لم يُعثر على صفحة الدفع',
    text: 'عد إلى المتجر وابدأ من جديد.',
  },
  closed: {
    title: 'الدفع غير ممكن حاليًا',
    text: (shop) => `لم يُخصم منك أي مبلغ. اسأل ${own(shop)} متى يصبح الدفع ممكنًا من جديد.`,
  },
  notOpen: {
    title: 'لم يُفتتح هذا المتجر بعد',
    text: (shop) => `لم يُخصم منك أي مبلغ. اسأل ${own(shop)} متى يُفتتح المتجر.`,
  },
  noBill: {
    title: 'لم يُعثر على المبلغ المستحق',
    text: 'تحقق من العنوان أو اطلب من المتجر رابطًا جديدًا.',
  },
  noCardLink: {
    title: 'لم يُعثر على الصفحة',
    text: 'تحقق من العنوان أو اطلب من المتجر رابطًا جديدًا.',
  },
  noInvoice: {
    title: 'لم يُعثر على الفاتورة',
    text: 'تحقق من العنوان أو اطلب فاتورتك من المتجر.',
  },
  noElectronicInvoice: {
    title: 'لا توجد صيغة إلكترونية لهذه الفاتورة',
    text: 'ينقصها شيء يشترطه المعيار. أما ملف PDF ففيه كل شيء.',
  },
  noShop: {
    title: 'لم يُعثر على المتجر',
    text: 'تحقق من العنوان أو اطلب من المتجر رابطًا.',
  },
  nothingToConfirm: {
    title: 'لا يوجد ما يلزم تأكيده',
    text: 'عد إلى المتجر وراجع طلبك.',
  },
  linkExpired: {
    title: 'لم يعد هذا الرابط صالحًا',
    text: (anew) => html`${anew('احصل على رابط جديد بالبريد الإلكتروني')} أو اسأل البائع.`,
    back: (shop) => `العودة إلى ${own(shop)}`,
  },
};
