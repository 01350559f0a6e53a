import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { CycleFacts } from '@domain/cycle/facts.ts';
import { PERIOD_KINDS, type Period } from '@domain/cycle/period.ts';
import { URGENT_REPORTS, type UrgentReport } from '@domain/next-step/urgent-report.ts';
import { hasPartnerSample } from '@domain/safety/partner-sample.ts';
import type { SafetyCheck } from '@domain/safety/safety-status.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { cycleQuery } from './queries.ts';

/** `loggedBy` is the care team member who logged it for the patient. */
export type LoggedPeriod = Omit<Period, 'withdrawn'> & { id: string; loggedBy?: string | null | undefined };
/** The cycle's data other than results and outcomes, which other screens request too. */
export type CycleRecord = {
  /** Newest first. */
  periods: LoggedPeriod[];
  applicatorsUsedOn: LocalDate[];
  bodySince: LocalDate | null;
  statedLength: CycleFacts['statedLength'];
  hasPartnerSample: boolean;
  checks: (SafetyCheck & { keptBlockedAt: Instant | null })[];
  symptomsToldAt: Instant[];
  /** Days on which bleeding was reported as a symptom. */
  bleedings: LocalDate[];
  urgentReport: UrgentReport | null;
  /** What was reported and not answered yet. */
  openReport: OpenReport | null;
};

/** A hard time, which asks for the coach, or symptoms that are not urgent. */
export type OpenReport = { kind: 'hard-time' | 'symptoms'; at: Instant };

export function useCycleRecord() {
  const user = useUser();
  const { data, error, isPending } = useQuery({ ...cycleQuery(user.id), select: recordIn });
  useFailureLog(error, 'The cycle reports did not load');
  return { record: data ?? null, isPending };
}

/** Every moment in the database's format. */
const Moment = z.string();
const OwnCycleAnswer = z.object({
  periods: z.array(
    z.object({
      id: z.string(),
      day: z.string(),
      kind: z.enum(PERIOD_KINDS),
      loggedBy: z.optional(z.nullable(z.string())),
      // A server of the previous release doesn't send this.
      isConfirmed: z.optional(z.boolean()),
    }),
  ),
  used: z.array(z.string()),
  bodySince: z.nullable(z.string()),
  // Written out, because importing it would load the questionnaire's rules.
  statedLength: z.nullable(z.enum(['<21 days', '21-35 days', '>35 days', 'Other'])),
  familySetUp: z.optional(z.nullable(z.string())),
  checks: z.array(
    z.object({
      cycle: z.number(),
      outcome: z.enum(['ready', 'clinician', 'stop']),
      peakDay: z.nullable(z.string()),
      day: z.string(),
      checkedAt: Moment,
      clearedAt: z.nullable(Moment),
      // A server of the previous release doesn't send these.
      keptBlockedAt: z.nullish(Moment),
    }),
  ),
  symptomsToldAt: z.array(Moment),
  // A server of the previous release sends neither.
  bleedings: z.nullish(z.array(z.string())),
  urgent: z.nullish(z.enum(URGENT_REPORTS)),
  openReport: z.nullish(z.object({ kind: z.enum(['hard-time', 'symptoms']), at: Moment })),
});

export function recordIn(answer: unknown): CycleRecord {
  const {
    used,
    familySetUp = null,
    checks,
    symptomsToldAt,
    bleedings,
    urgent,
    openReport,
    ...same
  } = OwnCycleAnswer.parse(answer);
  return {
    ...same,
    applicatorsUsedOn: used,
    hasPartnerSample: hasPartnerSample(familySetUp),
    checks: checks.map(({ cycle, outcome, peakDay, day, checkedAt, clearedAt, keptBlockedAt }) => ({
      cycle,
      outcome,
      peakDay,
      day,
      checkedAt: instantFromIso(checkedAt),
      clearedAt: clearedAt === null ? null : instantFromIso(clearedAt),
      keptBlockedAt: keptBlockedAt ? instantFromIso(keptBlockedAt) : null,
    })),
    symptomsToldAt: symptomsToldAt.map(instantFromIso),
    bleedings: bleedings ?? [],
    urgentReport: urgent ?? null,
    openReport: openReport ? { kind: openReport.kind, at: instantFromIso(openReport.at) } : null,
  };
}
