import { isRoom } from '../../../domain/booking/room.ts';
import { EnterCallRequest, type EnterCallAnswer } from '../../../domain/contracts/enter-call.ts';
import { instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { iceServers } from '../_shared/call-access.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { takeFromLimit } from '../_shared/limits.ts';
import { FunctionProblem } from '../_shared/problem.ts';
import { unavailable } from '../_shared/reach.ts';

type Found = Pick<EnterCallAnswer, 'part' | 'state' | 'name' | 'hostName' | 'patientName'> & {
  topic: string;
  startsAt: string;
  endsAt: string;
};

// The function counts clients, who may be strangers; this is the patient, or the host by the call of the link.
const PER_PERSON = { name: 'enter-call-person', most: 100, seconds: 300 };

/** The door of the call room. The database knows who may be told what; the channel's policies decide again. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'anyone',
  input: EnterCallRequest,
  limit: { name: 'enter-call', most: 100, seconds: 300 },
  run: async ({ token }, context): Promise<EnterCallAnswer> => {
    const { startsAt, endsAt, topic, ...call } = await findCall(context, token);
    const isOpen = call.state === 'open';
    return {
      ...call,
      startTime: isoFromInstant(instantFromIso(startsAt)),
      endTime: isoFromInstant(instantFromIso(endsAt)),
      topic: isOpen ? topic : null,
      iceServers: isOpen ? await iceServers(context.portal.ice, context.now().getTime()) : [],
    };
  },
});

async function findCall(context: FunctionContext, token: string): Promise<Found> {
  const found = isRoom(token) ? await asPatient(context, token) : await asHost(context, token);
  if (!found) throw new FunctionProblem(404, 'unknown_call', 'There is no such call, or it is not yours.');
  return found;
}

async function asPatient(context: FunctionContext, room: string): Promise<Found | null> {
  const { caller, userId } = context;
  if (userId === null) throw new FunctionProblem(401, 'not_signed_in', 'Please sign in.');
  await takeFromLimit(context, PER_PERSON, userId);
  const { data } = await caller.rpc('enter_call', { p_room: room }).throwOnError();
  return data as Found | null;
}

/** Whoever checks every other token checks this one: its signature, and that it has not expired. */
async function asHost(context: FunctionContext, token: string): Promise<Found | null> {
  const { data, error, status } = await context.as(token).rpc('enter_call');
  if (status === 401) throw new FunctionProblem(403, 'call_link_expired', 'This link is not valid any more.');
  // Without an answer there is no status, and postgrest-js keeps no more of the reason than its words.
  if (status === 0) throw unavailable();
  if (error) throw error;
  const found = data as Found | null;
  if (found) await takeFromLimit(context, PER_PERSON, found.topic);
  return found;
}
