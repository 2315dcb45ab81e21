/** The states of a payment that was made, whatever became of it, as a list of SQL. */
export const MADE = `('paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back')`;
