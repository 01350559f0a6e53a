import { titleOf } from '../../../domain/worklist/items-of.ts';
import type { ItemWithDecision } from '../../../domain/worklist/item-with-decision.ts';
import { OUTCOME_WORDS, type DoneOutcome } from '../../../domain/worklist/outcomes.ts';
import { mayEnd } from '../../../domain/worklist/who-may-end.ts';
import { LINKED_APPOINTMENT_TYPES } from '../../../domain/booking/linked-appointment-types.ts';
import {
  missingForCalls,
  type CallFacts,
  type MissingForCalls,
} from '../../../domain/booking/missing-for-calls.ts';
import {
  MAX_ITEMS,
  TeamTodayAnswer,
  TeamTodayRequest,
  type TeamToday,
  type TodayAppointment,
} from '../../../domain/contracts/team/team-today.ts';
import { instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { hostLink } from '../_shared/appointments/call-access.ts';
import { defineTeamFunction, type Team } from '../_shared/request/define-team-function.ts';
import { itemsFor, type WorklistRows } from '../_shared/team/worklist.ts';

type CallRow = Omit<TodayAppointment, 'joinUrl' | 'mayTell'> & {
  isHost: boolean;
  sequence: number;
  interactionType: 'video_call' | 'phone_call';
  /** Only while the call can be joined, and only for its host. */
  room: string | null;
};
type EndedRow = {
  key: string;
  version: number;
  patientId: string | null;
  outcome: DoneOutcome;
  words?: string | null;
  by: string;
  at: string;
};
type Day = WorklistRows &
  Pick<TeamToday, 'onDuty' | 'colleagues' | 'proposals'> & { calls: CallRow[]; ended: EndedRow[] };
type Shown = NonNullable<TeamToday['items'][number]['patient']>;

/** The person's Today. Items are derived each time, and the database logs whose names are shown. */
export const handler = defineTeamFunction({
  method: 'GET',
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['attention', 'administrative_items', 'appointments', 'call_times'],
  input: TeamTodayRequest,
  run: async (_input, team) => {
    const now = team.now().getTime();
    const [day, missing] = await Promise.all([team.ask('team_today') as Promise<Day>, missingFor(team)]);
    const open = (await itemsFor(team, day, now)).filter(({ isDone }) => !isDone);
    const items = open.filter(({ remindAt }) => remindAt === null).slice(0, MAX_ITEMS);
    const reminded = open
      .filter(({ remindAt }) => remindAt !== null)
      .toSorted((one, other) => one.remindAt! - other.remindAt!)
      .slice(0, MAX_ITEMS);
    const patients = await shownPatients(team, [...items, ...reminded], day);
    const names = new Map([
      [team.person.id, team.person.name],
      ...day.colleagues.map(({ id, name }) => [id, name] as const),
    ]);
    const shown = (some: readonly ItemWithDecision[]) =>
      some
        .filter(({ patient }) => patient === null || patients.has(patient.id))
        .map((item) => itemOf(item, team, { patients, names }));
    return TeamTodayAnswer.parse({
      items: shown(items),
      reminded: shown(reminded),
      ended: day.ended.flatMap((row) => endedOf(row, patients)),
      calls: await Promise.all(day.calls.map((row) => callOf(row, team, now))),
      onDuty: day.onDuty,
      colleagues: day.colleagues,
      proposals: day.proposals,
      ...(missing && { missing }),
      now: isoFromInstant(now),
    } satisfies TeamToday);
  },
});

/** Only administrators set up the clinic. */
async function missingFor(team: Team): Promise<MissingForCalls | null> {
  if (team.person.role !== 'administrator') return null;
  const facts = await team.ask('team_missing_for_calls', { p_slugs: LINKED_APPOINTMENT_TYPES });
  return missingForCalls(facts as CallFacts);
}

async function shownPatients(
  team: Team,
  items: ItemWithDecision[],
  { ended }: Day,
): Promise<ReadonlyMap<string, Shown>> {
  const ids = [...items.map(({ patient }) => patient?.id), ...ended.map(({ patientId }) => patientId)];
  const p_patients = [...new Set(ids.filter((id) => id != null))];
  if (p_patients.length === 0) return new Map();
  const shown = (await team.ask('team_item_patients', { p_patients })) as Shown[];
  return new Map(shown.map((patient) => [patient.id, patient]));
}

type Known = { patients: ReadonlyMap<string, Shown>; names: ReadonlyMap<string, string> };

function itemOf(
  item: ItemWithDecision,
  { person }: Team,
  { patients, names }: Known,
): TeamToday['items'][number] {
  const {
    key,
    rule,
    title,
    why,
    since,
    dueAt,
    isUrgent,
    owner,
    ownerId,
    takenBy,
    takenAt,
    handedTo,
    handover,
  } = item;
  const ownerName = ownerId === null ? undefined : names.get(ownerId);
  return {
    key,
    rule,
    patient: item.patient && patients.get(item.patient.id)!,
    title,
    why,
    since: isoFromInstant(since),
    dueAt: isoFromInstant(dueAt),
    urgent: isUrgent,
    owner,
    // A colleague who left has no items. Theirs belong to everyone.
    ownedBy:
      (takenBy ? null : handedTo) ??
      (ownerId !== null && ownerName !== undefined ? { id: ownerId, name: ownerName } : null),
    takenBy,
    takenAt: takenAt === null ? null : isoFromInstant(takenAt),
    handover: handover && { ...handover, at: isoFromInstant(handover.at) },
    mayEnd: mayEnd(item, person),
    isHeld: item.isHeld,
    remindAt: item.remindAt === null ? null : isoFromInstant(item.remindAt),
    version: item.version,
  };
}

function endedOf(
  { key, version, patientId, outcome, words = null, by, at }: EndedRow,
  patients: Known['patients'],
) {
  const patient = patientId === null ? null : patients.get(patientId);
  if (patient === undefined) return [];
  return [
    {
      key,
      version,
      title: titleOf(key),
      patient: patient && { id: patient.id, name: patient.name },
      outcome: OUTCOME_WORDS[outcome],
      words,
      by,
      at,
    },
  ];
}

async function callOf(row: CallRow, team: Team, now: number): Promise<TodayAppointment> {
  const { isHost, sequence, interactionType, room, ...call } = row;
  return {
    ...call,
    joinUrl: room === null ? null : await joinUrl({ ...call, sequence, interactionType, room }, team),
    mayTell: isHost && instantFromIso(call.startsAt) <= now,
  };
}

/** The host's own link, so that no one has to look for an email; or the clinic's room elsewhere. */
async function joinUrl(
  call: Pick<CallRow, 'id' | 'endsAt' | 'sequence' | 'interactionType'> & { room: string },
  { portal, signCallToken }: Team,
): Promise<string | null> {
  if (call.interactionType !== 'video_call') return null;
  const link = await hostLink({ portal, signCallToken }, { ...call, endsAt: instantFromIso(call.endsAt) });
  if (link === null) return portal.callUrlPattern.replaceAll('{room}', call.room);
  return link.needsSignIn ? null : link.url;
}
