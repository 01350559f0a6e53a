import type { TeamRole } from '../contracts/team-session.ts';
import type { Instant } from '../time/instant.ts';
import type { Item } from './item.ts';
import { messageWaits } from './rules/message-waits.ts';

/** The last that was decided about an item. Whoever has left the team is nobody here. */
export type Decision = {
  key: string;
  /** How many decisions there are, this one included. */
  version: number;
  decision: 'take' | 'done' | 'hand-over' | 'reopen';
  by: Colleague | null;
  /** Whom it was handed to, until another person decides or it ends; also once they have taken it. */
  to: Colleague | null;
  at: Instant;
  /** The newest, also once somebody has taken it: what a colleague should know is not over by that. */
  handover: Handover | null;
};
type Handover = { by: string; words: string; at: Instant };
export type Colleague = { id: string; name: string };
export type Person = { id: string; role: TeamRole };

/** An item and what was decided about it. */
export type Standing = Item & {
  version: number;
  isDone: boolean;
  takenBy: Colleague | null;
  takenAt: Instant | null;
  handedTo: Colleague | null;
  handover: Handover | null;
};

/** To look up the decision about each of many items. */
export const byKey = (decisions: readonly Decision[]): ReadonlyMap<string, Decision> =>
  new Map(decisions.map((decision) => [decision.key, decision]));

export function standingOf(item: Item, decision: Decision | undefined, now: Instant): Standing {
  const takenBy = decision?.decision === 'take' ? decision.by : null;
  return {
    ...item,
    ...(isEscalated(item, takenBy, now) && { owner: 'clinician' as const, ownerId: null }),
    version: decision?.version ?? 0,
    isDone: decision?.decision === 'done',
    takenBy,
    takenAt: takenBy && decision!.at,
    handedTo: decision?.to ?? null,
    handover: decision?.handover ?? null,
  };
}

/** What is urgent and was taken by nobody in time is every clinician's. */
const isEscalated = ({ isUrgent, dueAt }: Item, takenBy: Colleague | null, now: Instant): boolean =>
  isUrgent && takenBy === null && now >= dueAt;

/** Whose an item is: of whoever took it or got it, else of whom it is by right. Null where it is everybody's of the role. */
export const holderOf = ({ takenBy, handedTo, ownerId }: Standing): string | null =>
  takenBy?.id ?? handedTo?.id ?? ownerId;

/** Whether somebody finds it in their list. `isOwnPatient`: theirs, nobody's, or of a colleague whom they cover. */
export function isShownTo(item: Standing, person: Person, isOwnPatient: boolean): boolean {
  if (person.role === 'administrator' || item.owner === 'administrator') return person.role === item.owner;
  if (person.role === 'clinician') return item.owner === 'clinician' || holderOf(item) === person.id;
  return isOwnPatient || isEverybodys(item) || item.handedTo?.id === person.id || isOwnCall(item, person);
}

/** The host of a call sees what is about that call, and nothing else of the patient here. */
const isOwnCall = (item: Standing, { id }: Person): boolean => item.owner === 'host' && holderOf(item) === id;

/** Half of its time gone, a message is every coach's. */
const isEverybodys = ({ rule, ownerId }: Standing): boolean => rule === messageWaits.id && ownerId === null;

/** Only an answer ends what waits for one, and answers by phone are answers. */
export const endsByAnswer = ({ rule }: Pick<Standing, 'rule'>): boolean => rule === messageWaits.id;

/** Who may say 'Done': of a clinician's item a clinician, of a call its host. */
export function mayEnd(item: Pick<Standing, 'owner' | 'ownerId'>, { id, role }: Person): boolean {
  if (item.owner === 'administrator' || role === 'administrator') return role === item.owner;
  if (role === 'clinician') return true;
  return item.owner === 'coach' || (item.owner === 'host' && (item.ownerId === id || item.ownerId === null));
}

/** Whom it may be handed to. A call is its host's, who may ask a colleague all the same; every coach may answer a late message. */
export const isFitFor = ({ rule, owner }: Pick<Standing, 'rule' | 'owner'>, role: TeamRole): boolean =>
  owner === 'host' || endsByAnswer({ rule })
    ? role !== 'administrator'
    : mayEnd({ owner, ownerId: null }, { id: '', role });
