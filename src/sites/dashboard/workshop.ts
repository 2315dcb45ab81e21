import { apiKeyRoutes } from './api-keys/api-keys.ts';
import { auditRoutes } from './audit/audit.ts';
import { backupRoutes } from './backups/backups.ts';
import { eventRoutes } from './events/events.ts';
import { mailRoutes } from './mails/mails.ts';
import { deliveryRoutes } from './webhooks/deliveries.ts';
import { webhookRoutes } from './webhooks/webhooks.ts';

/** What those look at who connect programs to the store, and who run it. */
export const workshopRoutes = [
  ...eventRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...mailRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...backupRoutes,
];
