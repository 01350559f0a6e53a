import type { ListedPerson } from '@domain/account/invitation-list.ts';
import { LISTED_AT_ONCE, TeamListAnswer, type ListedState } from '@domain/contracts/team/team-invitations.ts';
import { isCode } from '@/lib/care-team/failure-words.ts';
import { callFunction } from '@/lib/backend/call-function.ts';

const PACE_MS = 2_000;
const MAX_WAITS = 10;

export type ListPart = { people: readonly ListedPerson[]; key: string };

/** Splits the list into parts that fit in one request. A retry uses the same key, so each part is imported once. */
export const partsOf = (people: readonly ListedPerson[]): ListPart[] =>
  Array.from({ length: Math.ceil(people.length / LISTED_AT_ONCE) }, (_, part) => ({
    people: people.slice(part * LISTED_AT_ONCE, (part + 1) * LISTED_AT_ONCE),
    key: crypto.randomUUID(),
  }));

/** The result for each person, in the list's order. The whole list is sent as one person's request. */
export async function sendList(
  action: 'check-list' | 'import',
  parts: readonly ListPart[],
  owner: string,
  onProgress: (people: number) => void,
): Promise<ListedState[]> {
  const states: ListedState[] = [];
  for (const { people, key } of parts) {
    const body = { action, people: people.map(({ person }) => person) };
    states.push(...(await sendAtPace(body, key, owner)));
    onProgress(states.length);
  }
  return states;
}

/** The server limits the bytes per second from one person, so a long list has to wait. */
async function sendAtPace(body: object, idempotencyKey: string, owner: string): Promise<ListedState[]> {
  for (let waits = 0; ; waits += 1) {
    try {
      const call = { body, idempotencyKey, owner, answer: TeamListAnswer };
      return (await callFunction('team-invitations', call)).outcomes;
    } catch (error) {
      if (!isCode(error, 'over_request_rate_limit') || waits === MAX_WAITS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
  }
}
