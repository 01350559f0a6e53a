import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import * as z from 'zod';
import { jsonBody } from '../http/body.ts';
import type { Identify } from '../http/caller.ts';
import { behalfIn, onBehalfOf } from '../http/inside.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { isTooDeep } from './frames.ts';
import type { News } from './news.ts';
import { rightsIn } from './rights.ts';

const Messages = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1).max(255),
        event: z.string().min(1).max(255),
        payload: z.unknown(),
        private: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(100),
});
type Message = z.infer<typeof Messages>['messages'][number];

/** What realtime-js sends without a socket: `httpSend`, and `send` before a channel is joined. */
export function broadcastRoutes({ database, settings }: Services, identify: Identify): Hono {
  async function send(context: Context, messages: Message[]): Promise<void> {
    const behalf = behalfIn(context, settings.trustProxy);
    const caller = onBehalfOf(behalf, await identify(context.req.raw.headers));
    for (const { topic, private: isPrivate } of messages) {
      const rights = isPrivate && (await rightsIn(database, caller, topic));
      if (!rights || !rights.write_broadcast) {
        throw new Problem(403, 'unauthorized', 'You do not have permissions to send to this channel');
      }
    }
    const news = messages.map(({ topic, event, payload }): News => ({
      kind: 'broadcast',
      id: randomUUID(),
      topic,
      event,
      payload,
    }));
    const frames = news.map((one) => JSON.stringify(one));
    await database.inShare(caller, () => database.query('select portal_server.announce($1)', [frames]));
  }

  return new Hono()
    .post('/', async (context) => {
      const parsed = Messages.safeParse(await shallowBody(context));
      if (!parsed.success)
        throw new Problem(422, 'invalid_messages', 'messages: a list of topic, event and payload');
      await send(context, parsed.data.messages);
      return context.body(null, 202);
    })
    .post('/:topic/events/:event', async (context) => {
      const { topic, event } = context.req.param();
      const isPrivate = context.req.query('private') === 'true';
      const payload = await shallowBody(context);
      await send(context, [{ topic, event, payload, private: isPrivate }]);
      return context.body(null, 202);
    });
}

async function shallowBody(context: Context): Promise<unknown> {
  if (isTooDeep(await context.req.text()))
    throw new Problem(422, 'invalid_messages', 'The body is nested too deeply');
  return jsonBody(context);
}
