import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { careStatus } from '../../domain/care-state/care-state.ts';
import { isResult, type CareFacts, type Fact, type OutcomeEventKind } from '../../domain/care-state/facts.ts';
import { refusalOf, type Who } from '../../domain/care-state/refusal.ts';
import { ROWS } from '../../domain/care-state/testing-table.ts';
import { factOf, factsOf, lifeOf, NOW, type Reported } from '../../domain/care-state/testing.ts';
import { isoFromInstant } from '../../domain/time/instant.ts';
import { gatherPeople, REFUSED, type People } from './people.ts';

let people: People;
beforeAll(async () => {
  people = await gatherPeople();
});
afterAll(() => people.leave());

const REPORTED: Reported[] = ['positive', 'negative', 'unclear', 'loss', 'pause', 'resume', 'stop'];
const RESOLVED: Reported[] = ['resolve pregnant', 'resolve treatment', 'resolve after-loss'];
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Reports from two devices, each about some day, in any order of arrival, some undone. */
const life = fc
  .array(
    fc.record({
      reported: fc.constantFrom(...REPORTED, ...REPORTED, ...RESOLVED),
      onDay: fc.nat(6),
      delay: fc.oneof(fc.constant(0), fc.nat(5)),
      cycle: fc.constantFrom(1, 1, 1, 2),
      takenBack: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
    }),
    { maxLength: 12 },
  )
  .map((reports) =>
    reports.map(({ reported, onDay, delay, cycle, takenBack }, at) => ({
      takenBack,
      fact: factOf(reported, { id: uuid(at), onDay, arrives: onDay + delay + at / 1_000, cycle }),
    })),
  );

async function startOver(): Promise<void> {
  await people.database.query(
    'delete from public.test_results; delete from public.outcome_events; delete from public.completed_phases',
  );
}

async function write(fact: Fact): Promise<void> {
  const { id, cycle } = fact;
  const arrived = isoFromInstant(fact.receivedAt);
  if (isResult(fact)) {
    await people.database.query(
      `insert into public.test_results (id, user_id, result_type, result, cycle_number, taken_at, taken_on, created_at)
       values ($1, $2, 'PREGNANCY', $3, $4, $5::date + time '12:00', $5, $6)`,
      [id, people.owner.id, fact.result, cycle, fact.takenOn, arrived],
    );
  } else {
    await people.database.query(
      `insert into public.outcome_events (id, user_id, kind, day, cycle, resolved_to, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, people.owner.id, fact.kind, fact.day, cycle, fact.resolvedTo, arrived],
    );
  }
}

const takeBack = (fact: Fact) =>
  people.database.query(
    isResult(fact)
      ? 'delete from public.test_results where id = $1'
      : 'update public.outcome_events set withdrawn_at = now() where id = $1',
    [fact.id],
  );

async function statusInDatabase() {
  const { rows } = await people.database.query(
    `select state, standing.status, after_positive, after_loss, customers.status as written
     from private.care_status($1) as standing, public.customers where user_id = $1`,
    [people.owner.id],
  );
  return rows[0];
}

const statusInDomain = (facts: CareFacts) => {
  const { state, status, afterPositive, afterLoss } = careStatus(facts, NOW, 'UTC');
  return { state, status, after_positive: afterPositive, after_loss: afterLoss, written: status };
};

test('on any walk the database matches the domain, and the record’s status follows', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(life, async (reports) => {
      await startOver();
      for (const { fact } of reports) await write(fact);
      for (const { fact } of reports.filter(({ takenBack }) => takenBack)) await takeBack(fact);
      const facts = factsOf(reports.filter(({ takenBack }) => !takenBack).map(({ fact }) => fact));
      const expected = statusInDomain(facts);
      expect(await statusInDatabase()).toEqual(expected);
      seen.add(`${expected.state} ${expected.after_positive}`);
    }),
    { numRuns: 150 },
  );
  expect(seen.size).toBe(7);
});

test('the database refuses whatever the domain has a refusal for', async () => {
  const kinds: OutcomeEventKind[] = ['pause', 'resume', 'loss', 'stop', 'resolve'];
  const whos: Who[] = ['patient', 'coach', 'clinician'];
  await fc.assert(
    fc.asyncProperty(life, async (reports) => {
      await startOver();
      for (const { fact } of reports) await write(fact);
      const status = careStatus(factsOf(reports.map(({ fact }) => fact)), NOW, 'UTC');
      const { rows } = await people.database.query<{ kind: OutcomeEventKind; who: Who; refused: boolean }>(
        `select kind, who, private.refuses_outcome($1, kind, who) as refused
         from unnest($2::text[]) as kind, unnest($3::text[]) as who`,
        [people.owner.id, kinds, whos],
      );
      expect(rows).toHaveLength(kinds.length * whos.length);
      for (const { kind, who, refused } of rows) {
        expect([kind, who, refused]).toEqual([kind, who, refusalOf(status, kind, who) !== null]);
      }
    }),
    { numRuns: 60 },
  );
});

const WITHDRAWABLE: Reported[] = ['positive', 'negative', 'unclear', 'loss'];

const snapshot = async () =>
  (
    await people.database.query(
      `select (select jsonb_agg(to_jsonb(own) order by id) from public.completed_phases as own) as phases,
         (select jsonb_agg(to_jsonb(own) order by id) from public.test_results as own) as results,
         (select jsonb_agg(to_jsonb(own) order by id) from public.outcome_events as own
            where withdrawn_at is null) as events,
         (select jsonb_agg(to_jsonb(own) order by user_id) from public.customers as own) as customers`,
    )
  ).rows[0];

/** A positive that arrived too late to count, until an older one arrives. */
const lateTests = [
  factOf('negative', { id: uuid(0), onDay: 3, arrives: 3 }),
  factOf('unclear', { id: uuid(1), onDay: 2, arrives: 2 }),
  factOf('positive', { id: uuid(2), onDay: 1, arrives: 1, cycle: 2 }),
];
const isKept = (fact: Fact) => ({ takenBack: false, fact });

test('logging and undoing leaves every row unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(life, fc.constantFrom(...WITHDRAWABLE), fc.nat(12), async (reports, reported, onDay) => {
      await startOver();
      for (const { fact } of reports) await write(fact);
      const before = await snapshot();
      const one = factOf(reported, { id: uuid(99), onDay, arrives: 20 });
      await write(one);
      await takeBack(one);
      const after = await snapshot();
      expect(after).toEqual(before);
    }),
    { numRuns: 100, examples: [[lateTests.map(isKept), 'positive', 0]] },
  );
});

test('no pause, loss or stop raises the cycle, and nothing completes a phase between a loss and a resume', async () => {
  const cycle = async () =>
    (await people.database.query('select private.treatment_cycle($1) as cycle', [people.owner.id])).rows[0]![
      'cycle'
    ] as number;
  const phases = async () => (await people.database.query('select from public.completed_phases')).rowCount;
  const quiet = fc.constantFrom<Reported>('loss', 'pause', 'stop', 'resume', 'negative', 'unclear');
  await fc.assert(
    fc.asyncProperty(
      life,
      fc.array(quiet, { maxLength: 5 }),
      fc.boolean(),
      async (reports, later, isLoss) => {
        await startOver();
        for (const { fact } of reports) await write(fact);
        const before = await cycle();
        for (const [at, reported] of later.entries())
          await write(factOf(reported, { id: uuid(50 + at), onDay: 20 + at, arrives: 20 + at }));
        expect(await cycle()).toBe(before);
        if (!isLoss) return;
        await write(factOf('loss', { id: uuid(70), onDay: 30, arrives: 30 }));
        const done = await phases();
        await write(factOf('positive', { id: uuid(71), onDay: 3, arrives: 31, cycle: 3 }));
        await people.owner.does('select public.complete_phases_until_cycle($1, 3)', [people.owner.id]);
        await people.owner.does(`update public.customers set status = 'Pregnant'`);
        expect(await phases()).toBe(done);
        expect((await statusInDatabase())!['written']).toBe('Paused');
      },
    ),
    { numRuns: 60 },
  );
});

test('a step of treatment is completed in treatment alone, and one that is done stays done', async () => {
  const complete = (phase: string) =>
    people.owner.may(
      `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number) values ($1, $2, 3, 1)
       on conflict (user_id, phase_id, cycle_number) do update set phase_id = excluded.phase_id`,
      [people.owner.id, phase],
    );
  for (const reported of Object.values(ROWS)) {
    await startOver();
    await people.database.query(
      `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
       select $1, phase_id, stage_number, cycle_number from private.journey_steps
       where stage_number < 3 or (phase_id, cycle_number) = ('ovulation', 1)`,
      [people.owner.id],
    );
    for (const [at, word] of reported.entries()) await write(factOf(word, { id: uuid(at), onDay: at }));
    const { state } = careStatus(lifeOf(...reported), NOW, 'UTC');
    // A positive already completed it.
    const [{ isDone }] = (
      await people.database.query<{ isDone: boolean }>(
        `select exists (select from public.completed_phases where phase_id = 'abstinence') as "isDone"`,
      )
    ).rows as [{ isDone: boolean }];
    expect([reported, await complete('ovulation')]).toEqual([reported, 1]);
    expect([reported, await complete('abstinence')]).toEqual([
      reported,
      isDone || state === 'treatment' ? 1 : REFUSED,
    ]);
  }
});

test.each([1, 2, 3])(
  'after a loss a clinician resumes with cycle %i, and a patient cannot',
  async (cycle) => {
    await startOver();
    await write(factOf('positive', { id: uuid(1), onDay: 0, cycle: 2 }));
    await write(factOf('loss', { id: uuid(2), onDay: 5 }));
    const resume = (who: Who) =>
      people.database.query(
        `select * from private.record_outcome(jsonb_populate_record(null::public.outcome_events,
         jsonb_build_object('user_id', $1::uuid, 'kind', 'resume', 'day', current_date, 'cycle', $2::int)), $3)`,
        [people.owner.id, cycle, who],
      );
    for (const who of ['patient', 'coach'] as const) {
      await expect(resume(who)).rejects.toMatchObject({ code: 'PT409', message: 'not_now' });
    }
    await resume('clinician');
    expect(await statusInDatabase()).toMatchObject({ state: 'treatment', written: 'Active' });
    const { rows } = await people.database.query(
      'select cycle_number, count(*)::int as phases from public.completed_phases where stage_number = 3 group by 1 order by 1',
    );
    expect(rows).toEqual(Array.from({ length: cycle - 1 }, (_, at) => ({ cycle_number: at + 1, phases: 4 })));
  },
);
