import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { dayIn } from '@domain/contracts/iso.ts';
import { PERIOD_KINDS, type Period } from '@domain/cycle/period.ts';
import type { CycleFacts } from '@domain/cycle/facts.ts';
import type { SafetyCheck } from '@domain/safety/standing.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';

export type LoggedPeriod = Omit<Period, 'withdrawn'> & { id: string };
/** What was told of the cycle besides results and outcomes, which other screens ask for too. */
export type CycleRecord = {
  /** The newest first. */
  periods: LoggedPeriod[];
  applicatorsUsedOn: LocalDate[];
  statedLength: CycleFacts['statedLength'];
  checks: SafetyCheck[];
  symptomsToldAt: Instant[];
};

export const cycleQuery = (userId: string) =>
  queryOptions({ queryKey: ['cycle', userId], queryFn: () => fetchRecord(userId), retry: retryOnce });

async function fetchRecord(userId: string): Promise<CycleRecord> {
  const [periods, surveys, caps, stated, checks, symptoms] = await Promise.all([
    rows(from('periods').select('id,day,kind').eq('user_id', userId).is('withdrawn_at', null), PeriodRow),
    rows(
      from('survey_responses').select('answers').eq('user_id', userId).eq('survey', 'applicator-use'),
      SurveyRow,
    ),
    rows(from('treatment_day_timers').select('at').eq('user_id', userId).eq('action', 'cap-in'), CapRow),
    rows(from('onboarding_info').select('menstrual_cycle_length').eq('user_id', userId), StatedRow),
    rows(
      from('safety_checks').select('cycle,outcome,peak_day,cleared_at,created_at').eq('user_id', userId),
      CheckRow,
    ),
    rows(from('symptom_reports').select('created_at').eq('user_id', userId), SymptomRow),
  ]);
  const zone = deviceZone();
  // The day of use is the survey's first answer.
  const used = [...surveys.flatMap(({ answers: [day] }) => (day ? [day] : [])), ...caps.map(({ at }) => at)];
  return {
    periods: periods.toSorted((one, other) => other.day.localeCompare(one.day)),
    applicatorsUsedOn: [...new Set(used.map((day) => dayIn(day, zone)))],
    statedLength: stated[0]?.menstrual_cycle_length ?? null,
    checks: checks.map((row) => ({
      cycle: row.cycle,
      outcome: row.outcome,
      peakDay: row.peak_day,
      checkedAt: instantFromIso(row.created_at),
      clearedAt: row.cleared_at === null ? null : instantFromIso(row.cleared_at),
    })),
    symptomsToldAt: symptoms.map((row) => instantFromIso(row.created_at)),
  };
}

const PeriodRow = z.object({ id: z.string(), day: z.string(), kind: z.enum(PERIOD_KINDS) });
const SurveyRow = z.object({ answers: z.array(z.nullable(z.string())) });
const CapRow = z.object({ at: z.string() });
// Written out, because the questionnaire's own rules would come along.
const StatedRow = z.object({
  menstrual_cycle_length: z.nullable(z.enum(['<21 days', '21-35 days', '>35 days', 'Other'])),
});
const CheckRow = z.object({
  cycle: z.number(),
  outcome: z.enum(['ready', 'clinician', 'stop']),
  peak_day: z.nullable(z.string()),
  cleared_at: z.nullable(z.string()),
  created_at: z.string(),
});
const SymptomRow = z.object({ created_at: z.string() });

async function rows<Row>(
  asked: PromiseLike<Parameters<typeof dataOf>[0]>,
  shape: z.ZodMiniType<Row>,
): Promise<Row[]> {
  return z.array(shape).parse(dataOf(await asked));
}
