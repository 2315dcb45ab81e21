/** What the people of a store can get mails about: of their store, or of the whole installation. */
export const STORE_NOTIFICATIONS = [
  ...(['sale', 'failed_renewal', 'dispute', 'webhook_disabled'] as const),
];
export const INSTALLATION_NOTIFICATIONS = ['backup_failed', 'certificate_ending'] as const;

export type StoreNotification = (typeof STORE_NOTIFICATIONS)[number];
type InstallationNotification = (typeof INSTALLATION_NOTIFICATIONS)[number];
export type NotificationKind = StoreNotification | InstallationNotification;

/** Under this name stands in place of a store what concerns the whole installation. */
export const WHOLE_INSTALLATION = '';

export type NotificationDelivery = 'at_once' | 'daily';

/** What somebody has chosen, by kind; kinds that are not there bring no mail. */
export type NotificationChoices = { [kind in NotificationKind]?: NotificationDelivery };

/** What the owner of a new shop gets until they choose otherwise. */
export const FIRST_NOTIFICATIONS: NotificationChoices = {
  ...{ sale: 'at_once', dispute: 'at_once' },
  ...{ backup_failed: 'at_once', certificate_ending: 'at_once' },
};
