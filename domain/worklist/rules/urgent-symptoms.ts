import { STRENGTHS } from '../../symptoms/symptoms.ts';
import type { Item, PatientRule } from '../item.ts';
import { symptomWords } from '../symptom-words.ts';

type Symptom = NonNullable<Item['symptom']>;

export const urgentSymptoms: PatientRule = {
  id: 'urgent-symptoms',
  title: 'Urgent symptoms',
  owner: 'clinician',
  find: ({ symptoms }, { within }) =>
    symptoms
      .filter(({ isUrgent }) => isUrgent)
      .map(({ id, at, isUrgent, ...symptom }) => ({
        factId: id,
        since: at,
        dueAt: within(at, 60),
        isUrgent,
        why: wordsOf(symptom),
        whyOfAll,
        symptom,
      })),
};

const whyOfAll: Item['whyOfAll'] = (reports) => wordsOfAll(reports.map(({ symptom }) => symptom ?? {}));

const wordsOf = (symptom: Symptom): string => symptomWords(symptom, 'Urgent symptoms were reported.');

/**
 * Shows the newest report, plus anything from earlier ones that it doesn't mention, so a milder report never
 * hides a stronger one.
 */
function wordsOfAll(reports: readonly Symptom[]): string {
  const [newest, ...earlier] = reports.toReversed();
  const said = new Map<string, number>();
  const adds = (symptom: Symptom): boolean => {
    const rank = rankOf(symptom);
    const more = (symptom.signs ?? []).filter((sign) => rank > (said.get(sign) ?? -1));
    for (const sign of more) said.set(sign, rank);
    return more.length > 0;
  };
  adds(newest!);
  const before = earlier.filter(adds).map(wordsOf);
  return [
    wordsOf(newest!),
    ...(before.length > 0 ? [`Before: ${before.join(' ')}`] : []),
    `Reported ${reports.length} times.`,
  ].join(' ');
}

/** The team's own entries, such as 'logged during pregnancy', count as the strongest. */
function rankOf({ strength }: Symptom): number {
  const rank = STRENGTHS.findIndex((one) => one === strength);
  return rank < 0 ? STRENGTHS.length : rank;
}
