/** The states of a payment that was made, whatever became of it, as a list of SQL. */
export const MADE = `('paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back')`;

/** And of one that may yet be made. One list, so that an index answers for it. */
export const MADE_OR_PENDING = `${MADE.slice(0, -1)}, 'pending')`;
