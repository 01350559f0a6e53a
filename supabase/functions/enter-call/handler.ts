import { isRoom } from '../../../domain/booking/room.ts';
import {
  EnterCallRequest,
  type EnterCallAnswer,
  type GuestAct,
} from '../../../domain/contracts/calls/enter-call.ts';
import { instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { guestLink, guestPass } from '../_shared/appointments/call-access.ts';
import { iceServers } from '../_shared/appointments/ice.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { payerOf, takeFromLimit } from '../_shared/request/limits.ts';
import { FunctionProblem, invalidInput, notSignedIn } from '../_shared/answer/problem.ts';
import { unavailable } from '../_shared/answer/reach.ts';

type Shown = 'part' | 'state' | 'name' | 'hostName' | 'patientName' | 'guest' | 'nextGuest' | 'otherDevice';
type Found = Pick<EnterCallAnswer, Shown> & {
  topic: string;
  /** Only of a guest who is in. */
  device?: string;
  startsAt: string;
  endsAt: string;
};

// The patient, or the host with a valid link: others on their network cannot use up their tries.
const PER_PERSON = { name: 'enter-call-person', max: 100, seconds: 300 };
// Everyone else, possibly strangers.
const PER_CLIENT = { name: 'enter-call', max: 100, seconds: 300 };

/** Lets people into the call room. The database decides what each may see; the channel's policies check again. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'anyone',
  input: EnterCallRequest,
  run: async ({ token, guest: act, device: secret }, context): Promise<EnterCallAnswer> => {
    const found = await findCall(context, token, secret);
    if (act) await changeGuest(context, found, act);
    const { startsAt, endsAt, topic, device, ...call } = act ? await findCall(context, token, secret) : found;
    const isOpen = call.state === 'open';
    const pass =
      isOpen && device !== undefined && (await guestPass(context, { topic, device }, instantFromIso(endsAt)));
    const link =
      isOpen && call.part === 'host' && call.guest && (await linkOf(context, call.guest.id, endsAt));
    return {
      ...call,
      ...(link && { guestLink: link }),
      ...(pass && { pass }),
      startTime: isoFromInstant(instantFromIso(startsAt)),
      endTime: isoFromInstant(instantFromIso(endsAt)),
      topic: isOpen ? topic : null,
      iceServers: isOpen ? await iceServers(context.portal.ice, context.now().getTime()) : [],
    };
  },
});

async function changeGuest(
  { service }: FunctionContext,
  { part, topic }: Found,
  act: GuestAct,
): Promise<void> {
  const values = { p_call: topic.slice('call:'.length), p_part: part, p_act: act };
  const { data } =
    part === 'guest' ? { data: false } : await service.rpc('change_call_guest', values).throwOnError();
  if (data !== true) throw new FunctionProblem(403, 'not_allowed', 'This isn’t possible in this call.');
}

const linkOf = (context: FunctionContext, guest: string, endsAt: string) =>
  guestLink(context, guest, instantFromIso(endsAt));

async function findCall(context: FunctionContext, token: string, secret?: string): Promise<Found> {
  const found = isRoom(token) ? await asPatient(context, token) : await byLink(context, token, secret);
  if (!found) throw new FunctionProblem(404, 'unknown_call', 'We can’t find this call, or it isn’t yours.');
  return found;
}

const countClient = (context: FunctionContext) => takeFromLimit(context, PER_CLIENT, payerOf(context));

async function asPatient(context: FunctionContext, room: string): Promise<Found | null> {
  const { caller, userId } = context;
  if (userId === null) {
    await countClient(context);
    throw notSignedIn();
  }
  await takeFromLimit(context, PER_PERSON, userId);
  const { data } = await caller.rpc('enter_call', { p_room: room }).throwOnError();
  return data as Found | null;
}

/**
 * The subject of a signed link: the call and its state, or a guest. After a reassignment, the new host has
 * another link.
 */
type Link = { call: string; sequence: string; guest: string | null };

/** The code that checks every other token also checks this one: its signature and its expiry. */
async function byLink(context: FunctionContext, token: string, secret?: string): Promise<Found | null> {
  const { data, error, status } = await context.as(token).rpc('read_call_link');
  const link = status === 200 ? (data as Link | null) : null;
  const found = link && (await enterByLink(context, link, secret));
  // An invalid link proves no identity.
  if (!found && status !== 0 && status < 500) await countClient(context);
  if (status === 401) throw new FunctionProblem(403, 'call_link_expired', 'This link is no longer valid.');
  // Without an answer there is no status, and postgrest-js only keeps the reason's text.
  if (status === 0) throw unavailable();
  if (error) throw error;
  return found;
}

async function enterByLink(
  context: FunctionContext,
  { call, sequence, guest }: Link,
  secret?: string,
): Promise<Found | null> {
  if (guest !== null) {
    if (secret === undefined) throw invalidInput('device', 'Please open the link again');
    await takeFromLimit(context, PER_PERSON, `guest:${guest}`);
    const asked = { p_guest: guest, p_device: secret };
    const { data } = await context.service.rpc('enter_call_as_guest', asked).throwOnError();
    return data as Found | null;
  }

  const link = { p_call: call, p_sequence: sequence };
  const { data } = await context.service.rpc('enter_call_as_host', link).throwOnError();
  if ((data as { hasLeft?: boolean } | null)?.hasLeft) {
    await countClient(context);
    throw new FunctionProblem(403, 'host_left', 'This link no longer works. Please ask your administrator.');
  }
  if (data) await takeFromLimit(context, PER_PERSON, `call:${call} ${sequence}`);
  return data as Found | null;
}
