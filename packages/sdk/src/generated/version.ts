// Made by `npm run sdk` from the operations of Kassa. Do not change it by hand.

export const VERSION = '0.1.0';
