import { newId } from '../../../platform/core/ids.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayChargeRow, GatewayRefundRow } from './test-gateway.sql.ts';
import {
  findGatewayDispute,
  forgetMessage,
  insertGatewayDispute,
  insertMessage,
  listDueMessages,
  listGatewayDisputes,
  nextMessageDueAt,
  postponeMessage,
} from './test-gateway-messages.sql.ts';
import { disputeAt, newDispute } from './test-gateway-rows.ts';

type Messaging = Required<Pick<Gateway, 'listDisputes' | 'lookUpDispute' | 'messages'>>;

/** What the test gateway reports after a payment, by the clock of the store. */
export const createMessaging = (db: Pick<Database, 'reader' | 'write'>): Messaging => ({
  async listDisputes({ store_id, since, now }) {
    const rows = await listGatewayDisputes(db.reader({ store_id }), since);
    return rows.flatMap((row) => disputeAt(row, now) ?? []);
  },

  async lookUpDispute({ store_id, reference, now }) {
    const row = await findGatewayDispute(db.reader({ store_id }), reference);
    return row && disputeAt(row, now);
  },

  messages: {
    nextDueAt: (store_id) => nextMessageDueAt(db.reader({ store_id })),
    list: async ({ store_id, now, limit }) =>
      listDueMessages(db.reader({ store_id }), { now, limit }),
    async forget(store_id, message_id) {
      await db.write({ store_id }, async (tx) => forgetMessage(tx, message_id));
    },
    async postpone(store_id, message_id, due_at) {
      await db.write({ store_id }, async (tx) => postponeMessage(tx, { message_id, due_at }));
    },
  },
});

/** Plans the dispute of a charge, if its card is for that. */
export async function planDispute(
  tx: Tx,
  charge: GatewayChargeRow,
  behavior: string,
): Promise<void> {
  const dispute = newDispute(charge, behavior);
  if (!dispute) return;
  const { reference, opens_at, ends_at } = dispute;
  await insertGatewayDispute(tx, dispute);
  for (const due_at of [opens_at, ends_at]) {
    const message_id = newId('msg', due_at);
    await insertMessage(tx, { message_id, kind: 'dispute', reference, due_at });
  }
}

/** Plans the failure of a refund that was paid. */
export async function planFailure(tx: Tx, refund: GatewayRefundRow): Promise<void> {
  const { reference, status, ends_at } = refund;
  if (status !== 'paid' || ends_at === null) return;
  const message_id = newId('msg', ends_at);
  await insertMessage(tx, { message_id, kind: 'refund', reference, due_at: ends_at });
}
