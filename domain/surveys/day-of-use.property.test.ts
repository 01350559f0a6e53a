import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvPieces } from '../export/csv.ts';
import { surveyOf } from '../export/fhir/questionnaires.ts';
import { summaryOf } from '../export/summary.ts';
import { recordOf } from '../export/testing.ts';
import { chartOf } from '../record/chart.ts';
import { FACTS, ID } from '../record/testing.ts';
import { timelineOf } from '../record/timeline.ts';
import { nextStepRowsIn } from '../next-step/rows.ts';
import { instantFromIso } from '../time/instant.ts';
import { longDay } from '../time/words.ts';
import { dayOfUse } from './day-of-use.ts';
import { storedDay, storedResponses } from './testing.ts';

const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati');
const AT = '2026-11-17T12:00:00Z';

const READER = { role: 'clinician', now: 0, zone: 'Europe/London' } as const;

test('whatever shape a form stores, every reader finds the same day in it', () => {
  fc.assert(
    fc.property(storedResponses, zone, (answers, here) => {
      const day = dayOfUse(answers, here);
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);

      const facts = { ...FACTS, timers: [], surveys: [{ ...FACTS.surveys[0]!, answers }] };
      const patient = {
        careState: 'treatment',
        statedLength: null,
        today: '2026-11-18',
        zone: here,
      } as const;
      expect(chartOf(facts, patient).applicatorsUsedOn).toEqual([day]);
      const entry = timelineOf(facts, here, READER).find(({ kind }) => kind === 'survey')!;
      expect(entry.text).toContain(`Day of insemination: ${longDay(day!)}`);

      const row = { id: ID(9), survey: 'applicator-use', cycle_number: 1, answers, created_at: AT };
      const record = recordOf({ survey_responses: [row] });
      const { tables } = summaryOf(record, { now: instantFromIso(AT), zone: here });
      const rows = tables.find(({ title }) => title === 'Home inseminations')!;
      expect(rows.rows[0]![0]).toBe(longDay(day!));
      expect([...csvPieces(record, { zone: here, now: 0 })].join('')).toContain(`,${day}`);
      expect(JSON.stringify(surveyOf(ID(1), record.survey_responses[0]!))).toContain(answers[0]);
    }),
  );
});

test('an invalid day is skipped by every reader, and breaks none', () => {
  for (const answers of [null, {}, [], ['yesterday'], [7], [null], ['2026-13-40'], ['0001-01-01']]) {
    expect(dayOfUse(answers, 'UTC')).toBeNull();
    expect(() =>
      timelineOf({ ...FACTS, surveys: [{ ...FACTS.surveys[0]!, answers: answers ?? {} }] }, 'UTC', READER),
    ).not.toThrow();
  }
});

test('a use without a time still counts: a survey knows only the day', () => {
  const use = fc.record({
    cycle: fc.integer({ min: 1, max: 3 }),
    on: storedDay.map((day) => dayOfUse([day], 'UTC')!),
    capInAt: fc.constantFrom(null, '2026-11-18T10:00:00+00:00', '2026-11-18T10:00:00.123456+00:00'),
  });
  fc.assert(
    fc.property(fc.array(use), (uses) => {
      const rows = nextStepRowsIn({ today: { uses, held: [], past: {} } });
      expect(rows.uses.map(({ on }) => on)).toEqual(uses.map(({ on }) => on));
    }),
  );
});
