import * as z from 'zod/mini';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import {
  deliverDue,
  type LeasedMessage,
  type OutdatedZone,
  type Outbox,
} from '../_shared/notifications/outbox.ts';
import { senderFromEnvironment } from './senders.ts';

/** Supabase ends a function after a while. The next call, a minute later, sends the rest. */
const WORK_FOR = 20_000;

/** Sends due messages. pg_cron calls it; in the other deployments the server has a worker for that. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'service',
  input: z.strictObject({}),
  run: async (_, context) => {
    const { channels, send } = senderFromEnvironment(context.portal.mailFrom);
    const outbox = outboxOf(context, channels);
    const enough = context.now().getTime() + WORK_FOR;
    let delivered = 0;
    while (context.now().getTime() < enough) {
      const count = await deliverDue(outbox, send);
      if (count === 0) break;
      delivered += count;
    }
    return { delivered };
  },
});

const outboxOf = ({ service }: FunctionContext, channels: string[]): Outbox => ({
  lease: async (count, seconds) => {
    const { data } = await service
      .rpc('lease_outbox', { p_count: count, p_seconds: seconds, p_channels: channels })
      .throwOnError();
    return data as LeasedMessage[];
  },
  outdatedZones: async (ids) => {
    const { data } = await service.rpc('outdated_zones', { p_messages: ids }).throwOnError();
    return data as OutdatedZone[];
  },
  settle: async ({ id, lease }, error) => {
    await service.rpc('settle_outbox', { p_id: id, p_lease: lease, p_error: error }).throwOnError();
  },
});
