import type { TeamRole } from '../contracts/team/team-session.ts';
import type { Instant } from '../time/instant.ts';
import { heldInTime, isEscalated } from './escalation.ts';
import type { Item } from './item.ts';
import { inOrderOfToday } from './order.ts';
import { messageWaits } from './rules/message-waits.ts';
import type { Person } from './who-may-end.ts';

/** The latest decision about an item. Someone who has left the team counts as no one. */
export type Decision = {
  key: string;
  /** Null if it is not about a patient. */
  patientId: string | null;
  /** The number of decisions, including this one. */
  version: number;
  decision: 'take' | 'release' | 'contact' | 'remind' | 'done' | 'hand-over' | 'reopen';
  by: (Colleague & { role: TeamRole }) | null;
  /** The person it was handed off to, until someone else decides or it ends, even once they have taken it. */
  to: Colleague | null;
  at: Instant;
  /** For 'Done': the latest report the person had seen. Null if it is about a single fact. */
  seenUntil: Instant | null;
  /** When the person who tried, or put it off, wants to see it again. */
  remindAt: Instant | null;
  /** Since when this person has it without a break: they took it, tried to reach the patient or put it off. */
  heldSince: Instant | null;
  /** The latest note, even once someone has taken it: it still matters to them. */
  handover: Handover | null;
};
type Handover = { by: string; words: string; at: Instant };
export type Colleague = { id: string; name: string };

/** An item and what was decided about it. */
export type ItemWithDecision = Item & {
  /** Increases with each decision, and with each report that joins: the person who decides has seen both. */
  version: number;
  decisions: number;
  /** The latest report or message it covers. */
  lastAt: Instant;
  isDone: boolean;
  takenBy: Colleague | null;
  takenAt: Instant | null;
  /** It is assigned to someone who can end it. Only that stops its alarm. */
  isHeld: boolean;
  /** Hidden until then. An urgent item is never hidden. */
  remindAt: Instant | null;
  handedTo: Colleague | null;
  handover: Handover | null;
};

/** For looking up each item's decision. */
export const byKey = (decisions: readonly Decision[]): ReadonlyMap<string, Decision> =>
  new Map(decisions.map((decision) => [decision.key, decision]));

/** One patient's open items by one rule. More appear as the first ones are done. */
const MAX_OF_A_RULE = 20;

/** Each item with its decision, in Today's order. */
export function withDecisions(
  items: readonly Item[],
  decisions: ReadonlyMap<string, Decision>,
  now: Instant,
): ItemWithDecision[] {
  const open = new Map<string, number>();
  const found = joined(items, decisions).map(({ item, reports }) =>
    withDecision(item, decisions.get(item.key), now, reports),
  );
  return inOrderOfToday(found, now).filter((item) => {
    if (item.isDone || item.patient === null) return true;
    const place = placeOf(item);
    open.set(place, (open.get(place) ?? 0) + 1);
    return open.get(place)! <= MAX_OF_A_RULE;
  });
}

const placeOf = ({ patient, rule }: Item): string => `${patient?.id}:${rule}`;

/**
 * One patient's reports are one item, keyed by the first report, until it is done. The next report starts
 * another.
 */
function joined(items: readonly Item[], decisions: ReadonlyMap<string, Decision>) {
  const seen = seenReports(decisions);
  const newest = new Map<string, Item[]>();
  const reportsOf = new Map<Item, Item[]>();
  for (const item of items.toSorted(bySince)) {
    const place = placeOf(item);
    const open = item.whyOfAll && newest.get(place);
    if (open && !isAfterDone(item, decisions.get(open[0]!.key))) open.push(item);
    // Done with a report that is too old to be read.
    else if (item.whyOfAll && !decisions.has(item.key) && item.since <= (seen.get(place) ?? -Infinity))
      continue;
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

/** By patient and rule: the newest report that the person who marked it done had seen. */
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

/** Taking it, trying to reach the patient or putting it off makes it yours. */
export const HOLDING: ReadonlySet<Decision['decision']> = new Set(['take', 'contact', 'remind']);

export function withDecision(
  item: Item,
  decision: Decision | undefined,
  now: Instant,
  reports: readonly Item[] = [item],
): ItemWithDecision {
  const takenBy = decision && HOLDING.has(decision.decision) ? decision.by : null;
  const times = reports.length;
  const decisions = decision?.version ?? 0;
  const newest = reports.at(-1)!;
  const lastAt = newest.lastAt ?? newest.since;
  const handedTo = decision?.to ?? null;
  const isHeld = takenBy !== null && heldInTime({ ...item, handedTo }, takenBy, decision!.heldSince!);
  return {
    ...item,
    ...(times > 1 && { why: item.whyOfAll!(reports) }),
    ...(isEscalated(item, isHeld, now) && { owner: 'clinician' as const, ownerId: null }),
    version: decisions + times - 1,
    decisions,
    lastAt,
    isDone: decision?.decision === 'done',
    takenBy: takenBy && { id: takenBy.id, name: takenBy.name },
    takenAt: takenBy && decision!.at,
    isHeld,
    remindAt: remindsAt(item, decision, { now, lastAt }),
    handedTo,
    handover: decision?.handover ?? null,
  };
}

/** A newer report or message brings it back right away. So does the leaving of the person it was for. */
function remindsAt(
  { isUrgent }: Item,
  decision: Decision | undefined,
  { now, lastAt }: { now: Instant; lastAt: Instant },
): Instant | null {
  const at = decision?.by ? decision.remindAt : null;
  return at !== null && at > now && !isUrgent && lastAt <= decision!.at ? at : null;
}

/**
 * The item's owner: the person who took it or got it, otherwise its default owner. Null if it is everyone's
 * in the role.
 */
export const holderOf = ({ takenBy, handedTo, ownerId }: ItemWithDecision): string | null =>
  takenBy?.id ?? handedTo?.id ?? ownerId;

/**
 * Whether it is on someone's list. `isOwnPatient`: their own patient, an unassigned one, or one of a
 * colleague they cover for.
 */
export function isShownTo(item: ItemWithDecision, person: Person, isOwnPatient: boolean): boolean {
  if (person.role === 'administrator' || item.owner === 'administrator') return person.role === item.owner;
  if (person.role === 'clinician') return true;
  return (
    isOwnPatient || isMessageFor(item, person) || item.handedTo?.id === person.id || isOwnCall(item, person)
  );
}

/** A call's host sees what is about that call, and nothing else about the patient here. */
const isOwnCall = (item: ItemWithDecision, { id }: Person): boolean =>
  item.owner === 'host' && holderOf(item) === id;

/** A message goes first to the person who has the conversation; after half of its time, to every coach. */
const isMessageFor = ({ rule, ownerId }: ItemWithDecision, { id }: Person): boolean =>
  rule === messageWaits.id && (ownerId === null || ownerId === id);
