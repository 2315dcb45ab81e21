import type { Catalogue } from '../en/catalogue.ts';
import { own } from './isolate.ts';

export const lines: Catalogue['lines'] = {
  trial: (name) => `${own(name)} (فترة تجريبية مجانية)`,
  period: ({ name, days }) => `${own(name)} (${own(days)})`,
  remainingTime: ({ name, days }) => `الوقت المتبقي من ${own(name)} (${own(days)})`,
  unusedTime: ({ name, days }) => `الوقت غير المستخدم من ${own(name)} (${own(days)})`,
  unusedTimeOn: (name) => `الوقت غير المستخدم من ${own(name)}`,
  unusedTimeAtAll: 'الوقت غير المستخدم',
  discount: (code) => `خصم ${own(code)}`,
  rounding: 'التقريب',
  refund: (name) => `استرداد: ${own(name)}`,
  refundAtAll: 'استرداد',
  failedRefund: 'استرداد تعذّر تنفيذه',
  paidFromBalance: 'مدفوع من رصيدك',
  addedToBalance: 'مضاف إلى رصيدك',
  takenFromBalance: 'مخصوم من رصيدك',
  owedEarlier: 'مستحق سابق',
  owedNext: 'مستحق مع دفعتك التالية',
};
