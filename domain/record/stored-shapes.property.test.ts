import { usualHours } from '../coach/clinic-hours.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ABOUT } from '../export/about.ts';
import { csvPieces } from '../export/csv.ts';
import { asFhir } from '../export/fhir/bundle.ts';
import { sheetsOf } from '../export/sheets.ts';
import { summaryOf } from '../export/summary.ts';
import { recordOf } from '../export/testing.ts';
import { kitState } from '../kit/kit-state.ts';
import { nextStepRowsIn } from '../next-step/rows.ts';
import { levelOf } from '../results/level.ts';
import { dayOfUse } from '../surveys/day-of-use.ts';
import { instantFromIso } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { longDay } from '../time/words.ts';
import { UNSET_CLINIC_ZONE } from '../time/zone.ts';
import { patientFacts } from '../worklist/facts-from-rows.ts';
import { itemsOf } from '../worklist/items-of.ts';
import { NOBODY } from '../worklist/testing.ts';
import { careOf } from './care.ts';
import { chartOf, testsOf } from './chart.ts';
import { timelineOf } from './timeline.ts';
import { capsOf, daysOfUse, ownCycleOf, patientRowsOf, recordFactsOf } from './testing-answers.ts';
import { NOW, storedRows, zone, type StoredRows } from './testing-stored.ts';

/** The rows that forms stored, the patient's current zone, and the reader's zone. */
const read = (check: (rows: StoredRows, here: string, readers: string) => void) =>
  fc.assert(fc.property(storedRows, zone, zone, check), { numRuns: 300 });

const used = ({ survey_responses: surveys }: StoredRows) =>
  surveys.filter(({ survey }) => survey === 'applicator-use');
const reported = ({ outcome_events: events }: StoredRows) =>
  events.filter(({ withdrawn_at: undone }) => undone === null);

describe('whatever forms store, no reader fails and every day stays the day that was reported', () => {
  test('for the next step', () => {
    read((rows, here) => {
      const answer = JSON.parse(JSON.stringify(ownCycleOf(rows, here))) as unknown;
      const { uses } = nextStepRowsIn(answer);
      expect([...new Set(uses.map(({ on }) => on))].sort()).toEqual(daysOfUse(rows, here));
    });
  });

  test('in the timeline', () => {
    read((rows, here, readers) => {
      const reader = { role: 'clinician', now: NOW, zone: readers } as const;
      const timeline = timelineOf(recordFactsOf(rows), here, reader);
      const entryOf = (id: string) => timeline.find((entry) => entry.id === id)!;
      const dayShown = (id: string) => localDate(instantFromIso(entryOf(id).at), readers);
      for (const { id, taken_at: at, taken_on: on } of rows.test_results) {
        if (entryOf(id).isDay) expect(dayShown(id)).toBe(on);
        else expect(entryOf(id).at).toBe(at);
      }
      for (const { id, day } of recordFactsOf(rows).periods) expect(dayShown(id)).toBe(day);
      for (const { id, since } of rows.symptom_reports) expect(entryOf(id).text).toContain(longDay(since));
      for (const { id, day, until, created_at: at } of rows.outcome_events) {
        const texts = timeline.flatMap((entry) => (entry.id === id ? [entry.text] : []));
        const shown = [...texts, longDay(localDate(instantFromIso(at), here))].join('\n');
        expect(shown).toContain(longDay(day));
        if (until) expect(shown).toContain(longDay(until));
      }
      for (const { id, at } of rows.treatment_day_timers) expect(entryOf(id).at).toBe(at);
    });
  });

  test('in the chart of the record, and in what may be decided there', () => {
    read((rows, here) => {
      const facts = recordFactsOf(rows);
      const today = localDate(NOW, here);
      const { careState } = careOf(facts, { role: 'clinician', now: NOW, zone: here });
      const chart = chartOf(facts, { careState, statedLength: null, today, zone: here });
      expect(chart.applicatorsUsedOn.toSorted()).toEqual(daysOfUse(rows, here));
      expect(chart.periods).toEqual(facts.periods.map(({ day, kind }) => ({ day, kind })));
      expect(testsOf(facts).map(({ takenOn }) => takenOn)).toEqual(
        rows.test_results.map(({ taken_on: on }) => on),
      );
    });
  });

  test('for the care team’s Today', () => {
    read((rows, here, clinic) => {
      const facts = patientFacts(patientRowsOf(rows, here), usualHours(clinic), NOW);
      const items = itemsOf({ ...NOBODY, clinic: usualHours(clinic), patients: [facts] }, NOW);
      for (const { dueAt } of items) expect(dueAt).toSatisfy(Number.isFinite);
      const peaks = rows.test_results.filter(({ result }) => levelOf(result) === 'peak');
      expect(peaks.map(({ taken_on: on }) => on)).toEqual(
        peaks.length > 0 ? expect.arrayContaining([facts.lastPeak!.on]) : [],
      );
      expect(items.filter(({ rule }) => rule === 'found-difficult')).toHaveLength(
        used(rows).filter(({ answers }) =>
          ['Okay but had some difficulty', 'Found it difficult'].includes(String((answers as unknown[])[6])),
        ).length,
      );
    });
  });

  test('in the spreadsheets', () => {
    read((rows, here) => {
      const record = recordOf(rows);
      const place = { zone: here, now: NOW };
      const days = daysIn(rows);
      const csv = [...csvPieces(record, place)].join('');
      for (const [about, on] of days) expect(csv).toContain(`${about},${on},`);
      for (const row of used(rows)) expect(csv).toContain(`,${dayOfUse(row.answers, here)!},`);
      for (const { until } of rows.outcome_events) if (until) expect(csv).toContain(`Until: ${until}`);
      for (const { on_day: on } of rows.treatment_day_timers) expect(csv).toContain(`Treatment day: ${on}`);
      for (const { sent_on: on } of rows.kit_requests) if (on) expect(csv).toContain(`Sent: ${on}`);
      const sheets = sheetsOf(record, place);
      for (const [about, on] of days)
        expect(sheets.find(({ name }) => name === `${about}.csv`)!.content).toContain(on);
    });
  });

  test('in the file for other clinics', () => {
    read((rows) => {
      const customers = [{ user_id: 'robin', customer_email: 'robin@example.com', status: 'Active' }];
      const care_state = [{ state: 'treatment' }];
      const { entry } = asFhir(recordOf({ ...rows, customers, care_state } as never), {
        siteUrl: 'https://portal.example',
        now: NOW,
      });
      const resource = (id: string) =>
        JSON.stringify(entry!.find((one) => one.resource?.id === id)!.resource);
      for (const { id, taken_on: on } of rows.test_results) expect(resource(id)).toContain(`"${on}"`);
      for (const { id, on_day: on } of rows.treatment_day_timers) expect(resource(id)).toContain(`"${on}"`);
      for (const { id, day } of rows.periods) expect(resource(id)).toContain(`"${day}"`);
      for (const { id, since } of rows.symptom_reports) expect(resource(id)).toContain(`"${since}"`);
      for (const { id, answers } of used(rows)) expect(resource(id)).toContain((answers as string[])[0]);
      for (const { id, kind, day } of reported(rows))
        expect(kind === 'loss' ? resource(id) : resource('treatment-robin')).toContain(day);
    });
  });

  test('in the summary for a doctor', () => {
    read((rows, here) => {
      const summary = summaryOf(recordOf(rows), { now: NOW, zone: here });
      const table = (title: string) =>
        summary.tables.find((one) => one.title.startsWith(title))?.rows.map(([on]) => on!) ?? [];
      const days = (list: readonly string[]) => list.map(longDay).sort();
      const tests = (type: string) =>
        rows.test_results.filter((row) => row.result_type === type).map(({ taken_on: on }) => on);
      expect(table('Home inseminations').sort()).toEqual(
        days(used(rows).map((row) => dayOfUse(row.answers, here)!)),
      );
      expect(table('Pregnancy tests').sort()).toEqual(days(tests('PREGNANCY')));
      expect(table('Ovulation tests').sort()).toEqual(days(tests('ovulation')));
      expect(table('How the patient felt').sort()).toEqual(
        days(rows.symptom_reports.map(({ since }) => since)),
      );
    });
  });

  test('for the kit', () => {
    read(({ kit_requests: kits }, here) => {
      for (const { sent_on: sentOn, arrived_at: arrivedAt } of kits) {
        const kit = { isAsked: true, hasAddress: true, trackingUrl: '/parcel', sentOn };
        const state = kitState({ ...kit, hasArrived: arrivedAt !== null }, localDate(NOW, here));
        expect(['sent', 'late', 'arrived']).toContain(state);
      }
    });
  });
});

test('a cap that was entered by mistake is on no one’s list of applicators', () => {
  fc.assert(
    fc.property(storedRows, zone, (rows, here) => {
      const withoutSurveys = { ...rows, survey_responses: [] };
      const facts = patientFacts(patientRowsOf(withoutSurveys, here), usualHours(UNSET_CLINIC_ZONE), NOW);
      const counted = capsOf(rows).map(({ id }) => id);
      if (facts.applicatorWithoutTest) expect(counted).toContain(facts.applicatorWithoutTest.id);
    }),
  );
});

/** The export's name for each subject, and the day its rows are about. */
const daysIn = (rows: StoredRows): [about: string, on: string][] => [
  ...rows.test_results.map(({ taken_on: on }): [string, string] => [ABOUT.test_results, on]),
  ...rows.periods.map(({ day }): [string, string] => [ABOUT.periods, day]),
  ...rows.symptom_reports.map(({ since }): [string, string] => [ABOUT.symptom_reports, since]),
  ...rows.outcome_events.map(({ day }): [string, string] => [ABOUT.outcome_events, day]),
];
