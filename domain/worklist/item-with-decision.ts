import type { TeamRole } from '../contracts/team/team-session.ts';
import type { Instant } from '../time/instant.ts';
import type { Item } from './item.ts';
import { messageWaits } from './rules/message-waits.ts';

/** The last that was decided about an item. Whoever has left the team is nobody here. */
export type Decision = {
  key: string;
  /** Null for what is about no patient. */
  patientId: string | null;
  /** How many decisions there are, this one included. */
  version: number;
  decision: 'take' | 'done' | 'hand-over' | 'reopen';
  by: Colleague | null;
  /** Whom it was handed to, until another person decides or it ends; also once they have taken it. */
  to: Colleague | null;
  at: Instant;
  /** Of 'Done': the newest report that the person had seen. Null for what is about a single fact. */
  seenUntil: Instant | null;
  /** The newest, also once somebody has taken it: what a colleague should know is not over by that. */
  handover: Handover | null;
};
type Handover = { by: string; words: string; at: Instant };
export type Colleague = { id: string; name: string };
export type Person = { id: string; role: TeamRole };

/** An item and what was decided about it. */
export type ItemWithDecision = Item & {
  /** Grows with each decision, and with each report that joins: the person who decides has seen both. */
  version: number;
  decisions: number;
  /** The newest report that it is about. */
  lastAt: Instant;
  isDone: boolean;
  takenBy: Colleague | null;
  takenAt: Instant | null;
  handedTo: Colleague | null;
  handover: Handover | null;
};

/** To look up the decision about each of many items. */
export const byKey = (decisions: readonly Decision[]): ReadonlyMap<string, Decision> =>
  new Map(decisions.map((decision) => [decision.key, decision]));

/** One patient's open items of one rule: with more, the rest appear as the first are done. */
const MAX_OF_A_RULE = 20;

/** Where each of many items stands, in their order. */
export function withDecisions(
  items: readonly Item[],
  decisions: ReadonlyMap<string, Decision>,
  now: Instant,
): ItemWithDecision[] {
  const open = new Map<string, number>();
  return joined(items, decisions)
    .map(({ item, reports }) => withDecision(item, decisions.get(item.key), now, reports))
    .filter((item) => {
      if (item.isDone || item.patient === null) return true;
      const place = placeOf(item);
      open.set(place, (open.get(place) ?? 0) + 1);
      return open.get(place)! <= MAX_OF_A_RULE;
    });
}

const placeOf = ({ patient, rule }: Item): string => `${patient?.id}:${rule}`;

/** Reports of one patient are one item, that of the first, until it is done; the next one after that begins another. */
function joined(items: readonly Item[], decisions: ReadonlyMap<string, Decision>) {
  const seen = seenReports(decisions);
  const newest = new Map<string, Item[]>();
  const reportsOf = new Map<Item, Item[]>();
  for (const item of items.toSorted(bySince)) {
    const place = placeOf(item);
    const open = item.again && newest.get(place);
    if (open && !isAfterDone(item, decisions.get(open[0]!.key))) open.push(item);
    // Done with a report that is too old to be read.
    else if (item.again && !decisions.has(item.key) && item.since <= (seen.get(place) ?? -Infinity)) continue;
    else {
      const reports = [item];
      newest.set(place, reports);
      reportsOf.set(item, reports);
    }
  }
  return items.flatMap((item) => {
    const reports = reportsOf.get(item);
    return reports ? [{ item, reports }] : [];
  });
}

/** By patient and rule: until when reports were seen by the person who was done with them. */
function seenReports(decisions: ReadonlyMap<string, Decision>): ReadonlyMap<string, Instant> {
  const seen = new Map<string, Instant>();
  for (const { key, patientId, decision, seenUntil } of decisions.values()) {
    if (decision !== 'done' || seenUntil === null) continue;
    const place = `${patientId}:${key.split(':')[0]}`;
    seen.set(place, Math.max(seenUntil, seen.get(place) ?? seenUntil));
  }
  return seen;
}

const bySince = (one: Item, other: Item) => one.since - other.since || one.key.localeCompare(other.key);

const isAfterDone = ({ since }: Item, decision: Decision | undefined): boolean =>
  decision?.decision === 'done' && since > (decision.seenUntil ?? decision.at);

export function withDecision(
  item: Item,
  decision: Decision | undefined,
  now: Instant,
  reports: readonly Item[] = [item],
): ItemWithDecision {
  const takenBy = decision?.decision === 'take' ? decision.by : null;
  const times = reports.length;
  const decisions = decision?.version ?? 0;
  return {
    ...item,
    ...(times > 1 && { why: item.again!(times) }),
    ...(isEscalated(item, takenBy, now) && { owner: 'clinician' as const, ownerId: null }),
    version: decisions + times - 1,
    decisions,
    lastAt: reports.at(-1)!.since,
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
export const holderOf = ({ takenBy, handedTo, ownerId }: ItemWithDecision): string | null =>
  takenBy?.id ?? handedTo?.id ?? ownerId;

/** Whether somebody finds it in their list. `isOwnPatient`: theirs, nobody's, or of a colleague whom they cover. */
export function isShownTo(item: ItemWithDecision, person: Person, isOwnPatient: boolean): boolean {
  if (person.role === 'administrator' || item.owner === 'administrator') return person.role === item.owner;
  if (person.role === 'clinician') return item.owner === 'clinician' || holderOf(item) === person.id;
  return isOwnPatient || isEverybodys(item) || item.handedTo?.id === person.id || isOwnCall(item, person);
}

/** The host of a call sees what is about that call, and nothing else of the patient here. */
const isOwnCall = (item: ItemWithDecision, { id }: Person): boolean =>
  item.owner === 'host' && holderOf(item) === id;

/** Half of its time gone, a message is every coach's. */
const isEverybodys = ({ rule, ownerId }: ItemWithDecision): boolean =>
  rule === messageWaits.id && ownerId === null;

/** Only an answer ends what waits for one, and answers by phone are answers. */
export const endsByAnswer = ({ rule }: Pick<ItemWithDecision, 'rule'>): boolean => rule === messageWaits.id;

/** Who may say 'Done': of a clinician's item a clinician, of a call its host. */
export function mayEnd(item: Pick<ItemWithDecision, 'owner' | 'ownerId'>, { id, role }: Person): boolean {
  if (item.owner === 'administrator' || role === 'administrator') return role === item.owner;
  if (role === 'clinician') return true;
  return item.owner === 'coach' || (item.owner === 'host' && (item.ownerId === id || item.ownerId === null));
}

/** Whom it may be handed to. A call is its host's, who may ask a colleague all the same; every coach may answer a late message. */
export const isFitFor = (
  { rule, owner }: Pick<ItemWithDecision, 'rule' | 'owner'>,
  role: TeamRole,
): boolean =>
  owner === 'host' || endsByAnswer({ rule })
    ? role !== 'administrator'
    : mayEnd({ owner, ownerId: null }, { id: '', role });
