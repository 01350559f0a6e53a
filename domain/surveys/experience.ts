import { EXPERIENCE_SURVEY } from '../copy/experience-survey.ts';

export type ExperienceAnswers = { overall: string | null; helped: string; better: string };

/** The survey as the care team reads it, in the patient's messages; empty if nothing was answered. */
export function experienceMessage({ overall, helped, better }: ExperienceAnswers): string {
  const { title, ...questions } = EXPERIENCE_SURVEY;
  const answered = [
    [questions.overall, overall ?? ''],
    [questions.helped, helped.trim()],
    [questions.better, better.trim()],
  ].filter(([, answer]) => answer !== '');
  if (answered.length === 0) return '';
  return [title, ...answered.map((pair) => pair.join('\n'))].join('\n\n');
}
