import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import * as z from 'zod';
import { isTooDeep } from '../../supabase/functions/_shared/answer/json.ts';
import type { Caller } from '../database/query-types.ts';
import { jsonBody } from '../http/body.ts';
import { clientAddress } from '../http/client-address.ts';
import { behalfIn, onBehalfOf } from '../http/inside.ts';
import { Problem } from '../http/problem.ts';
import { tooManyRequests } from '../limits.ts';
import type { Services } from '../services.ts';
import type { Broadcast } from './notifications.ts';
import { publish } from './publish.ts';
import { rightsIn } from './rights.ts';
import type { SendLimits } from './send-limits.ts';

const Message = z.object({
  topic: z.string().min(1).max(255),
  event: z.string().min(1).max(255),
  payload: z.unknown(),
  private: z.boolean().default(false),
});
const Messages = z.object({ messages: z.array(Message).min(1).max(100) });
type Message = z.infer<typeof Message>;

/** Requests that realtime-js sends without a socket: `httpSend`, and `send` before a channel is joined. */
export function broadcastRoutes({ database, settings, identify }: Services, sendLimits: SendLimits): Hono {
  /** Charged like messages on a socket, before the body is parsed and the database is queried. */
  async function chargedCaller(context: Context): Promise<Caller> {
    const behalf = behalfIn(context, settings.trustProxy);
    const caller = onBehalfOf(behalf, await identify(context.req.raw.headers));
    charge(context, caller, { bytes: Buffer.byteLength(await context.req.text()), messages: 1 });
    return caller;
  }

  function charge(context: Context, caller: Caller, amount: { bytes: number; messages: number }): void {
    const wait = sendLimits.secondsToWait(caller, clientAddress(context, settings.trustProxy), amount);
    if (wait > 0) throw tooManyRequests(wait);
  }

  async function send(caller: Caller, messages: Message[]): Promise<void> {
    for (const { topic, private: isPrivate } of messages) {
      const rights = isPrivate && (await rightsIn(database, caller, topic));
      if (!rights || !rights.write_broadcast) {
        throw new Problem(403, 'unauthorized', 'You do not have permissions to send to this channel');
      }
    }
    const broadcasts = messages.map(({ topic, event, payload }): Broadcast => ({
      kind: 'broadcast',
      id: randomUUID(),
      topic,
      event,
      payload,
    }));
    await database.inShare(caller, () => publish(database, broadcasts));
  }

  return new Hono()
    .post('/', async (context) => {
      const caller = await chargedCaller(context);
      const { messages } = read(Messages, await shallowBody(context));
      charge(context, caller, { bytes: 0, messages: messages.length - 1 });
      await send(caller, messages);
      return context.body(null, 202);
    })
    .post('/:topic/events/:event', async (context) => {
      const { topic, event } = context.req.param();
      const isPrivate = context.req.query('private') === 'true';
      const caller = await chargedCaller(context);
      const payload = await shallowBody(context);
      await send(caller, [read(Message, { topic, event, payload, private: isPrivate })]);
      return context.body(null, 202);
    });
}

function read<Shape extends z.ZodType>(shape: Shape, given: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Problem(422, 'invalid_messages', 'messages: a list of topic, event and payload');
}

async function shallowBody(context: Context): Promise<unknown> {
  if (isTooDeep(await context.req.text()))
    throw new Problem(422, 'invalid_messages', 'The body is nested too deeply');
  return jsonBody(context);
}
