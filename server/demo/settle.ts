import { itemsOf } from '../../domain/worklist/items-of.ts';
import type { Item } from '../../domain/worklist/item.ts';
import { patientFacts, type PatientRows } from '../../domain/worklist/facts-from-rows.ts';
import { isoFromInstant, MINUTE, type Instant } from '../../domain/time/instant.ts';
import type { Query } from '../database/query-types.ts';
import { writeAs } from './care.ts';
import { DEMO_HOURS } from './team.ts';

/** Older items are marked done, because a working clinic has nothing that is weeks late. */
const SETTLED_AFTER = 36 * 60 * MINUTE;
const COACH = 'coach@example.com';
const CLINICIAN = 'clinician@example.com';

/** Comments by the item's rule. Several take turns. */
const SAID: Record<string, string[]> = {
  'possible-loss': ['Called as soon as it came in. Not alone today. Knows who to call at night.'],
  'positive-test': [
    'Called to say congratulations. Knows what comes next, and will book the review.',
    'Happy and a little stunned. Will take folic acid until 12 weeks, and asked about travel.',
  ],
  'last-negative': ['A long call. Not ready for plans yet. Will book the review next week.'],
  'found-difficult': [
    'Went through the steps again by phone. Feels ready for the next one.',
    'It was the angle. Sent the picture of step 3, and that helped.',
  ],
  'uncertain-before-treatment': ['Talked through the first evening step by step.'],
  'kit-late': ['The carrier found it. It arrives tomorrow.'],
};
const SAID_OTHERWISE = [
  'Reached by phone. All is well.',
  'Had seen it already. No questions.',
  'Short call between two meetings. Will write if anything changes.',
];

/** Marks everything that Today's rules find in the past as done, by the right person and on time. */
export async function settlePast(query: Query, patients: string[]): Promise<void> {
  const { rows } = await query<{ now: string; facts: PatientRows[] }>(
    `select (extract(epoch from now()) * 1000)::bigint::text as now, private.attention_rows($1) as facts`,
    [patients],
  );
  const now = Number(rows[0]!.now);
  const past = itemsFrom(rows[0]!.facts, now).filter(({ since }) => since < now - SETTLED_AFTER);
  for (const [index, item] of past.entries()) await markDone(query, item, index);
}

const itemsFrom = (facts: PatientRows[], now: Instant): Item[] =>
  itemsOf(
    {
      clinic: DEMO_HOURS,
      patients: facts.map((rows) => patientFacts(rows, DEMO_HOURS, now)),
      invitations: [],
      manyOpenings: [],
      alarmsFailingSince: null,
      calendarFailing: null,
    },
    now,
  );

async function markDone(
  query: Query,
  { key, patient, owner, since, dueAt }: Item,
  index: number,
): Promise<void> {
  const said = SAID[key.split(':')[0]!] ?? SAID_OTHERWISE;
  const by = owner === 'clinician' ? CLINICIAN : COACH;
  await writeAs(query, by);
  await query(
    `insert into public.attention_decisions (key, version, user_id, decision, outcome, words, person_id, person_name, person_role,
       decided_at, seen_until)
     select $1, 1, $2, 'done', 'spoke', $5, id, name, role, $3, $3 from public.care_team where email = $4`,
    [
      key,
      patient!.id,
      isoFromInstant(Math.min(dueAt, since + 5 * 60 * MINUTE)),
      by,
      said[index % said.length],
    ],
  );
  await writeAs(query, null);
}
