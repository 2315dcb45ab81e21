/** What a provider can charge: nothing between 0 and the smallest amount, and only whole steps. */
export interface Chargeable {
  charge_min_minor: number;
  charge_step_minor: number;
}

/** As much of an amount as can be charged. */
export const wholeSteps = (minor: number, { charge_step_minor }: Chargeable): number =>
  minor - (minor % charge_step_minor);
