import { EnterCallRequest } from '../../domain/contracts/calls/enter-call.ts';
import { readJson } from '../../supabase/functions/_shared/answer/json.ts';
import type { Identify } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';

/**
 * The call whose link is being used to enter it. Work for its host is done in the call's share, so that no
 * one else at the same address delays it. The function itself reports any error in the link.
 */
export async function callEntered(
  name: string,
  text: string,
  identify: Identify,
): Promise<string | undefined> {
  if (name !== 'enter-call') return undefined;
  const body = EnterCallRequest.safeParse(parsed(text));
  if (!body.success) return undefined;
  try {
    const headers = new Headers({ authorization: `Bearer ${body.data.token}` });
    return (await identify(headers)).callId;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
