/** What the pages of payment links say, and the overlay. */
export const links = {
  ended: 'This offer has ended',
  soldOut: (shop: string) => `It is sold out. Ask ${shop} whether there will be more.`,
  expired: (shop: string) => `It was open for a limited time. Ask ${shop} if you still want it.`,
  unavailable: (shop: string) => `It is not on sale right now. Ask ${shop} if you still want it.`,
  deleted: (shop: string) => `It is no longer for sale. Ask ${shop} what there is instead.`,
  /** Of a field whose label is the seller's. */
  answerNeeded: (label: string) => `Fill in “${label}”.`,
  tickNeeded: (label: string) => `Tick “${label}” to continue.`,
  checkText: (label: string) => `Enter one line of at most 500 characters for “${label}”.`,
  checkNumber: (label: string) => `Enter a number for “${label}”, such as 25.`,
  noLink: {
    title: 'This page does not exist',
    text: 'Check the address, or go back to the shop and follow its link again.',
  },
};
