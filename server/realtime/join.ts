import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { isDatabaseError } from '../database/database.ts';
import type { Caller } from '../database/query-types.ts';
import { onBehalfOf } from '../http/inside.ts';
import { Problem } from '../http/problem.ts';
import { CannotSubscribe } from './changes.ts';
import { PREFIX } from './frames.ts';
import type { Channel, Socket } from './hub.ts';
import { isAuthenticated, sideInCall } from './participant.ts';
import { Refused, refuseTooMany } from './refused.ts';
import { mayRead, NO_RIGHTS, noPermission, rightsIn, SESSION_ENDED, type Rights } from './rights.ts';
import type { Realtime } from './realtime.ts';
import { ChangesRequest, type Subscription } from './subscription.ts';
import type { Authentication } from './unauthenticated-sockets.ts';

// The last millisecond of the year 9999.
const MAX_SINCE = 253_402_300_799_999;

/** Asks for messages since a certain moment, for a client that was disconnected then. */
const Replay = z.object({
  since: z.number().int().min(0).max(MAX_SINCE),
  limit: z.number().int().min(1).max(25).default(25),
});
export type Replay = z.infer<typeof Replay>;

// Browsers' cookies are far shorter, and our tokens have about 600 characters.
export const AccessToken = z.string().max(16_000);

export const JoinPayload = z.object({
  access_token: AccessToken.nullish(),
  config: z
    .object({
      private: z.boolean().default(false),
      broadcast: z
        .object({
          self: z.boolean().default(false),
          ack: z.boolean().default(false),
          replay: Replay.nullish(),
        })
        .prefault({}),
      presence: z
        .object({
          key: z
            .string()
            .max(255)
            .refine((key) => !key.includes('\u0000'))
            .default(''),
          enabled: z.boolean().default(false),
        })
        .prefault({}),
      postgres_changes: z.array(ChangesRequest).max(20).default([]),
    })
    .prefault({}),
});
type Config = z.infer<typeof JoinPayload>['config'];

type JoinRequest = {
  realtime: Realtime;
  socket: Socket;
  apikey: string;
  topic: string;
  joinRef: string | null;
  authentication: Authentication;
};

/** Opens a channel if the caller has the right to it, or throws `Refused`. */
export async function openChannel(request: JoinRequest, payload: unknown) {
  const { realtime, socket, apikey, topic, joinRef, authentication } = request;
  const asked = JoinPayload.safeParse(payload);
  if (!asked.success || !topic.startsWith(PREFIX) || topic === PREFIX) {
    throw new Refused('InvalidJoinPayload: The join could not be understood');
  }
  const { config, access_token: token } = asked.data;
  const name = topic.slice(PREFIX.length);
  const caller = await callerOf(realtime, socket, apikey, token ?? apikey);
  if (isAuthenticated(caller)) authentication.begin();
  realtime.personLimits.checkChanges({ caller, socket, topic: name, subscriptions: config.postgres_changes });
  const { rights, subscriptions } = await realtime
    .limitJoins(caller, socket.address, async () => ({
      rights: await rightsFor(realtime, caller, name, config),
      subscriptions: await subscribe(realtime, caller, config),
    }))
    .catch(refuseTooMany);
  const channel: Channel = {
    id: randomUUID(),
    topic: name,
    joinRef,
    socket,
    caller,
    rights,
    receivesOwn: config.broadcast.self,
    wantsAck: config.broadcast.ack,
    presence: { key: sideInCall(name, caller) ?? (config.presence.key || randomUUID()), ref: null },
    subscriptions,
    expiry: undefined,
  };
  return {
    channel,
    showsPresence: rights.read_presence && config.presence.enabled,
    replay: rights.read_broadcast ? config.broadcast.replay : null,
  };
}

async function callerOf(
  { services: { identify } }: Realtime,
  { address }: Socket,
  apikey: string,
  token: string,
): Promise<Caller> {
  try {
    const caller = await identify(new Headers({ apikey, authorization: `Bearer ${token}` }));
    return onBehalfOf({ sessionId: null, client: address }, caller);
  } catch (error) {
    if (error instanceof Problem || error instanceof TypeError)
      throw new Refused('InvalidJWTToken: The token is not valid or has expired');
    throw error;
  }
}

/**
 * A channel without a policy for it can't send messages. A public channel can only subscribe to tables, which
 * have their own policies; any other public channel is refused.
 */
async function rightsFor(realtime: Realtime, caller: Caller, topic: string, config: Config): Promise<Rights> {
  if (!config.private && config.postgres_changes.length === 0) {
    throw new Refused('PrivateOnly: This project only allows private channels');
  }
  const rights = await rightsIn(realtime.services.database, caller, topic).catch(refuseEnded);
  if (!config.private) return NO_RIGHTS;
  if (mayRead(rights)) return rights;
  throw new Refused(noPermission(topic));
}

/** One at a time, so that a join never takes more than one database connection. */
async function subscribe({ changes }: Realtime, caller: Caller, config: Config): Promise<Subscription[]> {
  const subscriptions: Subscription[] = [];
  try {
    for (const one of config.postgres_changes) subscriptions.push(await changes.subscribe(caller, one));
  } catch (error) {
    throw error instanceof CannotSubscribe ? new Refused(`PostgresChanges: ${error.message}`) : error;
  }
  return subscriptions;
}

function refuseEnded(error: unknown): never {
  if (isDatabaseError(error) && error.code === 'PT401') {
    throw new Refused(SESSION_ENDED);
  }
  throw error;
}

/** A new token for an open channel: caller and rights are checked again. */
export async function renewChannel(
  realtime: Realtime,
  channel: Channel,
  apikey: string,
  token: string,
): Promise<void> {
  const caller = await callerOf(realtime, channel.socket, apikey, token);
  const rights = await realtime
    .limitJoins(caller, channel.socket.address, () =>
      rightsIn(realtime.services.database, caller, channel.topic).catch(refuseEnded),
    )
    .catch(refuseTooMany);
  const wasPublic = channel.rights === NO_RIGHTS;
  if (!wasPublic && !mayRead(rights)) throw new Refused(noPermission(channel.topic));
  channel.caller = caller;
  channel.rights = wasPublic ? NO_RIGHTS : rights;
}

/** When the caller's token expires, in milliseconds since 1970. */
export const expiryOf = ({ claims }: Caller): number => (JSON.parse(claims) as { exp: number }).exp * 1000;
