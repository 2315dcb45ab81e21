import { CHECKOUT_SCENES } from './checkout.ts';
import { OTHER_SCENES } from './other.ts';
import { PAY_SCENES } from './pay.ts';
import { PORTAL_SCENES } from './portal.ts';

/** Every page in every state that somebody may see it in. Some move the clock: the order counts. */
export const SCENES = [...OTHER_SCENES, ...CHECKOUT_SCENES, ...PORTAL_SCENES, ...PAY_SCENES];
