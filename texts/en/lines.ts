interface Time {
  name: string;
  /** Such as `24 November – 14 December 2026`. */
  days: string;
}

/** The lines of bills and payments. */
export const lines = {
  trial: (name: string) => `${name} (free trial)`,
  period: ({ name, days }: Time) => `${name} (${days})`,
  remainingTime: ({ name, days }: Time) => `Remaining time on ${name} (${days})`,
  unusedTime: ({ name, days }: Time) => `Unused time on ${name} (${days})`,
  unusedTimeOn: (name: string) => `Unused time on ${name}`,
  unusedTimeAtAll: 'Unused time',
  discount: (code: string) => `Discount ${code}`,
  rounding: 'Rounding',
  refund: (name: string) => `Refund: ${name}`,
  refundAtAll: 'Refund',
  failedRefund: 'Refund that could not be made',
  paidFromBalance: 'Paid from your balance',
  addedToBalance: 'Added to your balance',
  takenFromBalance: 'Taken from your balance',
  owedEarlier: 'Owed from earlier',
  owedNext: 'Due with your next payment',
};
