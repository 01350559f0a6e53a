import * as z from 'zod/mini';
import { TeamCareRequest } from '@domain/contracts/team/team-care.ts';
import type { Plan } from '@domain/contracts/team/team-patient.ts';
import { asksForDetails, type Feedback } from '@domain/surveys/applicator-use.ts';
import type { LocalDate } from '@domain/time/day.ts';

export const LOG_TYPES = [
  { value: 'ovulation', label: 'Ovulation test' },
  { value: 'pregnancy', label: 'Pregnancy test' },
  { value: 'period', label: 'Period' },
  { value: 'applicator', label: 'Applicator use' },
  { value: 'symptoms', label: 'Symptoms' },
  { value: 'complete-phase', label: 'Complete a phase' },
  { value: 'reopen-phase', label: 'Reopen a phase' },
] as const;

export const LogForm = z.object({
  type: z.enum(LOG_TYPES.map(({ value }) => value)),
  day: z.string(),
  result: z.string(),
  kind: z.string(),
  cycle: z.string(),
  capWear: z.string(),
  feedback: z.string(),
  signs: z.array(z.string()),
  strength: z.string(),
  words: z.string(),
  /** 'ovulation/2', in the format of `keyOf`. */
  step: z.string(),
});
export type LogAnswers = z.output<typeof LogForm>;

export const emptyLog = (day: LocalDate): LogAnswers => ({
  type: 'ovulation',
  day,
  result: '',
  kind: 'period',
  cycle: '',
  capWear: '',
  feedback: '',
  signs: [],
  strength: '',
  words: '',
  step: '',
});

export type Step = Plan['completable'][number];
export const keyOf = ({ phase, cycle }: Pick<Step, 'phase' | 'cycle'>): string => `${phase}/${cycle ?? ''}`;

/** The request, without fields of another type that were filled in before. */
export function logRequest(id: string, answers: LogAnswers, plan: Plan) {
  return TeamCareRequest.safeParse({ id, ...actOf(answers, plan) });
}

function actOf({ type, day, ...given }: LogAnswers, { cycleUnderWay }: Plan): object {
  const words = given.words.trim() === '' ? null : given.words;
  switch (type) {
    case 'ovulation':
    case 'pregnancy':
      return { action: 'log', type, day, result: given.result };
    case 'period':
      return { action: 'log', type, day, kind: given.kind };
    case 'applicator':
      return {
        action: 'log',
        type,
        day,
        cycle: Number(given.cycle || cycleUnderWay),
        capWear: given.capWear || null,
        feedback: given.feedback || null,
        words: given.feedback && asksForDetails(given.feedback as Feedback) ? words : null,
      };
    case 'symptoms':
      return { action: 'log', type, day, signs: given.signs, strength: given.strength, words };
    default: {
      const [phase, cycle] = given.step.split('/');
      return { action: type, phase, cycle: cycle ? Number(cycle) : null };
    }
  }
}
