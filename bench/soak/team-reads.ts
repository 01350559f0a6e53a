import type { Database } from '../../server/database/database.ts';
import type { TeamMember } from '../team-member.ts';
import { assert } from './assert.ts';

/** Who is assigned to a patient; `closed` withdrew both consents. */
export type Kind = 'first coach' | 'second coach' | 'nobody' | 'closed';
export type ProbedPatient = { id: string; kind: Kind; name: string; secret: string };
export type Prober = TeamMember & { sees: (patient: ProbedPatient) => boolean };

/** What the team writes in a record: the act, its table, and the columns with its words and its author. */
export const WRITTEN = {
  contact: ['patient_contacts', 'words', 'person_id'],
  'staff-note': ['staff_notes', 'text', 'person_id'],
  alert: ['patient_alerts', 'text', 'person_id'],
  'follow-up': ['follow_ups', 'text', 'person_id'],
  log: ['symptom_reports', 'words', 'logged_by'],
} as const;
/** What changes a row: the act, and the table in the log. */
export const CHANGED = { identity: 'customers', 'remove-alert': 'patient_alerts' } as const;
export type Changed = keyof typeof CHANGED;
export type Written = keyof typeof WRITTEN;

const ADMINISTRATIVE = ['identity', 'contact', 'consents', 'kit', 'mails', 'call_times'];
const RECORD =
  `identity contact kit onboarding_info test_results survey_responses completed_phases appointments medical_notes
  consultation_notes patient_contacts outcome_events symptom_reports periods safety_checks treatment_day_timers
  staff_notes patient_alerts follow_ups attention`.split(/\s+/);

/** What the audit log must contain after the probes: one line for each type of data, patient and reader. */
export class Expected {
  refused = 0;
  readonly #reads = new Set<string>();
  readonly #written = new Map<string, number>();

  opened(member: Prober, patient: ProbedPatient, access: 'record' | 'administration' | 'identity'): void {
    const kinds = { record: RECORD, administration: ADMINISTRATIVE, identity: ['identity'] }[access];
    for (const kind of kinds) this.listed(member, patient, kind);
  }

  listed({ person }: Prober, { id }: ProbedPatient, kind: string): void {
    this.#reads.add(`${person} ${id} ${kind}`);
  }

  wrote(member: Prober, patient: ProbedPatient, act: Written | Changed): void {
    const key = `${act} ${member.person} ${patient.id}`;
    this.#written.set(key, (this.#written.get(key) ?? 0) + 1);
    // The response reveals the care state.
    if (act !== 'identity') this.listed(member, patient, 'outcome_events');
  }

  /** How many lines there are; the comparison is exact in both directions, within fifteen minutes. */
  async compare({ query }: Database, team: Prober[]): Promise<number> {
    const { rows } = await query<{ line: string; times: number; role: string; name: string }>(
      `select actor_id || ' ' || subject_id || ' ' || kind as line, count(*)::int as times,
         min(staff_role) as role, min(actor_name) as name
       from public.audit_log join public.customers on user_id = subject_id
       where action = 'read' and actor_id = any ($1) and customer_first_name = 'Robin' and customer_last_name like 'N%'
       group by 1`,
      [team.map(({ person }) => person)],
    );
    const noted = new Set(rows.map(({ line }) => line));
    const missing = [...this.#reads].filter((line) => !noted.has(line));
    assert(missing.length === 0, `${missing.length} reads are not in the log, such as ${missing[0]}`);
    const madeUp = [...noted].filter((line) => !this.#reads.has(line));
    assert(madeUp.length === 0, `${madeUp.length} lines tell of no read, such as ${madeUp[0]}`);
    for (const { line, times, role, name } of rows) {
      const reader = team.find(({ person }) => line.startsWith(person))!;
      assert(
        times === 1 && role === reader.role && name === `The ${role}`,
        `A wrong line: ${line}, ${times}`,
      );
    }
    for (const act of Object.keys(WRITTEN) as Written[]) await this.#compareWritten(query, act);
    const members = team.map(({ person }) => person);
    for (const act of Object.keys(CHANGED) as Changed[]) await this.#compareChanged(query, act, members);
    return rows.length;
  }

  async #compareChanged(query: Database['query'], act: Changed, members: string[]): Promise<void> {
    const { rows } = await query<{ key: string; times: number }>(
      `select $1 || ' ' || actor_id || ' ' || subject_id as key, count(*)::int as times
       from public.audit_log where action = 'update' and kind = $2 and actor_id = any ($3) group by 1`,
      [act, CHANGED[act], members],
    );
    this.#compareTimes(act, new Map(rows.map(({ key, times }) => [key, times])));
  }

  async #compareWritten(query: Database['query'], act: Written): Promise<void> {
    const [table, words, author] = WRITTEN[act];
    const { rows } = await query<{ key: string; times: number; noted: number }>(
      `select $1 || ' ' || ${author} || ' ' || user_id as key, count(*)::int as times, (
         select count(*)::int from public.audit_log
         where kind = '${table}' and action = 'insert' and actor_id = ${author} and subject_id = user_id) as noted
       from public.${table} where ${words} like 'secret-%' group by ${author}, user_id`,
      [act],
    );
    const kept = new Map(rows.map(({ key, times }) => [key, times]));
    for (const { key, times, noted } of rows) {
      assert(times === noted, `${times} rows and ${noted} lines: ${key}`);
    }
    this.#compareTimes(act, kept);
  }

  #compareTimes(act: Written | Changed, kept: ReadonlyMap<string, number>): void {
    const expected = [...this.#written].filter(([key]) => key.startsWith(`${act} `));
    const differing = expected.filter(([key, times]) => kept.get(key) !== times);
    assert(differing.length === 0 && kept.size === expected.length, `Written differs: ${differing[0]?.[0]}`);
  }
}
