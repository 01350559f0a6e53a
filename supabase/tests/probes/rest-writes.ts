import fc from 'fast-check';
import { idFrom, queryOf, type Column, type Probe, type Scene, type Table } from './probe.ts';

type Row = Record<string, unknown>;

export function inserts(scene: Scene, table: Table): fc.Arbitrary<Probe> {
  return fc
    .record({
      body: fc.oneof(row(scene, table), rows(scene, table)),
      prefer: preferences,
      target: fc.option(
        fc.constantFrom('user_id', 'id', 'user_id,phase_id,cycle_number', 'user_id,submission_id'),
      ),
    })
    .map(({ body, prefer, target }) => ({
      method: 'POST',
      path: `/rest/v1/${table.name}${target === null ? '' : `?on_conflict=${target}`}`,
      headers: { prefer },
      body,
    }));
}

export function changes(
  scene: Scene,
  table: Table,
  filter: fc.Arbitrary<[string, string]>,
): fc.Arbitrary<Probe> {
  return fc
    .record({
      method: fc.constantFrom('PATCH', 'PATCH', 'DELETE'),
      body: row(scene, table),
      filters: fc.array(filter, { maxLength: 2 }),
      prefer: preferences,
    })
    .map(({ method, body, filters, prefer }) => ({
      method,
      path: `/rest/v1/${table.name}?${queryOf(filters)}`,
      headers: { prefer },
      body: method === 'PATCH' ? body : undefined,
    }));
}

const preferences = fc
  .subarray([
    'return=representation',
    'resolution=merge-duplicates',
    'resolution=ignore-duplicates',
    'missing=default',
    'count=exact',
  ])
  .map((chosen) => chosen.join(','));

const phase = { stage_number: 1, cycle_number: null };
/** What the portal itself writes, and what it never would. */
const WRITES: Record<string, Row[]> = {
  completed_phases: [
    { phase_id: 'welcome', ...phase },
    { phase_id: 'consultation-prep', ...phase },
    { phase_id: 'post-treatment', stage_number: 4, cycle_number: null },
    { phase_id: 'ovulation', stage_number: 3, cycle_number: 1 },
  ],
  customers: [
    { onboarding_completed: true },
    { status: 'Pregnant' },
    { onboarding_completed: true, status: 'Withdrawn' },
    { data_usage_consent: true },
  ],
  onboarding_info: [
    {
      user_age: 99,
      trying_duration: '1-2 years',
      menstrual_cycle_length: '<21 days',
      menstrual_cycle_length_other: null,
      uses_ovulation_tests: 'No',
      had_fertility_investigations: 'No',
      infertility_diagnosis: ['PCOS'],
      previous_treatments: ['Other'],
      family_set_up: 'Other',
    },
  ],
  questionnaire_drafts: [{ form: {}, answers_at: null }],
};

/** With someone's id, or with none at all. */
const likely = (scene: Scene, choices: Row[]): fc.Arbitrary<Row> =>
  fc
    .tuple(fc.constantFrom(...choices), fc.option(idFrom(scene), { freq: 1 }))
    .map(([written, id]) => (id === null ? written : withId(written, id)));
const withId = (written: Row, id: string): Row => ({ ...written, user_id: id });

function row(scene: Scene, { name, columns }: Table): fc.Arbitrary<Row> {
  const wild = fc
    .subarray(columns, { minLength: 1 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((column) => [column.name, value(scene, column)]))),
    );
  const known = WRITES[name];
  return known ? fc.oneof({ weight: 4, arbitrary: likely(scene, known) }, wild) : wild;
}

/** The attacker's own row carries the victim's along. */
function rows(scene: Scene, { name, columns }: Table): fc.Arbitrary<Row[]> {
  const known = WRITES[name];
  const written: fc.Arbitrary<Row> = known
    ? fc.constantFrom(...known)
    : fc.record(Object.fromEntries(columns.map((column) => [column.name, value(scene, column)])));
  return written.map((one) => [withId(one, scene.attackerId), withId(one, scene.victim.id)]);
}

function value(scene: Scene, { name, type }: Column): fc.Arbitrary<unknown> {
  if (name === 'submission_id') return fc.constant(scene.victim.submissionId);
  if (type === 'uuid') return idFrom(scene);
  if (type.startsWith('timestamp')) return fc.constantFrom('2026-01-01T00:00:00Z', null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'bigint') return fc.constantFrom(1, 2, 33, null);
  if (type === 'jsonb') return fc.constant({ response: 'neutral' });
  if (type === 'ARRAY') return fc.constant(['PCOS']);
  return fc.constantFrom('welcome', 'Pregnant', 'Invalid', 'Other', 'hacked', scene.victim.email);
}
