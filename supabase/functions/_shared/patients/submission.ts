import { IDEMPOTENCY_KEY, SubmissionId } from '../../../../domain/contracts/fields/submission.ts';
import type { FunctionContext } from '../request/context.ts';
import { requireConsent } from './patient.ts';
import { FunctionProblem, invalidInput } from '../answer/problem.ts';

/** Where a patient's answers are stored, and the id the form got when it opened. */
export type Submission = {
  table:
    | 'test_results'
    | 'survey_responses'
    | 'outcome_events'
    | 'symptom_reports'
    | 'periods'
    | 'safety_checks'
    | 'treatment_day_timers'
    | 'applicator_agreements';
  userId: string;
  submissionId: string | null;
};
type Columns = Record<string, unknown>;

/** Checks that the patient has consented before anything is written for them. */
export async function openSubmission(
  context: FunctionContext,
  headers: Headers,
  table: Submission['table'],
): Promise<Submission> {
  const submissionId = submissionIdOf(headers);
  return { table, userId: await requireConsent(context), submissionId };
}

/** A call without an id is always new. */
export function submissionIdOf(headers: Headers): string | null {
  const given = headers.get(IDEMPOTENCY_KEY);
  if (given === null) return null;
  const id = SubmissionId.safeParse(given);
  if (!id.success) throw invalidInput(IDEMPOTENCY_KEY, id.error.issues[0]!.message);
  return id.data.toLowerCase();
}

/** Writes a row, unless this submission is already stored. Then returns nothing. */
export type Insert<Row> = (
  context: FunctionContext,
  submission: Submission,
  columns: Columns,
) => Promise<Row[]>;

/**
 * Stores answers at most once, however often they arrive. A retry gets the first row. `details` are what we
 * add to the answers, such as the time, which may differ between tries.
 */
export async function storeOnce<Row extends Columns>(
  context: FunctionContext,
  submission: Submission,
  {
    answers,
    details = {},
    insert = insertRow,
  }: { answers: Columns; details?: Columns; insert?: Insert<Row> },
): Promise<Row> {
  const [inserted] = await insert(context, submission, { ...answers, ...details });
  if (inserted) return inserted;
  const earlier = await earlierRow<Row>(context, submission);
  // The patient undid the first one between our two queries, so this is no longer a retry.
  if (!earlier) return storeOnce(context, submission, { answers, details, insert });
  if (Object.keys(answers).every((column) => isSame(earlier[column], answers[column]))) return earlier;
  throw submissionReused();
}

export const submissionReused = () =>
  new FunctionProblem(
    409,
    'submission_reused',
    `${IDEMPOTENCY_KEY}: This form was already submitted with other answers`,
  );

async function insertRow<Row>(
  { service }: FunctionContext,
  { table, userId, submissionId }: Submission,
  columns: Columns,
): Promise<Row[]> {
  const { data } = await service
    .from(table)
    .upsert(
      { user_id: userId, submission_id: submissionId, ...columns },
      { onConflict: 'user_id,submission_id', ignoreDuplicates: true },
    )
    .select()
    .overrideTypes<Row[], { merge: false }>()
    .throwOnError();
  return data;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export async function earlierRow<Row>(
  { service }: FunctionContext,
  { table, userId, submissionId }: Submission,
): Promise<Row | null> {
  if (submissionId === null) return null;
  const { data } = await service
    .from(table)
    .select()
    .eq('user_id', userId)
    .eq('submission_id', submissionId)
    .maybeSingle<Row>()
    .throwOnError();
  return data;
}
