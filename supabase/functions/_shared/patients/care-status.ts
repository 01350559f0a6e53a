import { careStatus, type CareStatus } from '../../../../domain/care-state/care-state.ts';
import type { OutcomeEvent, PregnancyFact } from '../../../../domain/care-state/facts.ts';
import { instantFromIso } from '../../../../domain/time/instant.ts';
import type { FunctionContext } from '../request/context.ts';

type ResultRow = Pick<PregnancyFact, 'id' | 'result'> & {
  taken_on: string;
  created_at: string;
  cycle_number: number;
};
type EventRow = Pick<OutcomeEvent, 'id' | 'kind' | 'day' | 'until' | 'cycle'> & {
  resolved_to: OutcomeEvent['resolvedTo'];
  recorded_by: string | null;
  created_at: string;
};

/** The patient's care status. The calling function has checked the patient. */
export async function fetchCareStatus(
  { service, now }: FunctionContext,
  userId: string,
  zone: string,
): Promise<CareStatus> {
  const [results, events] = await Promise.all([
    service
      .from('test_results')
      .select('id,result,taken_on,created_at,cycle_number')
      .eq('user_id', userId)
      .eq('result_type', 'PREGNANCY')
      .overrideTypes<ResultRow[], { merge: false }>()
      .throwOnError(),
    service
      .from('outcome_events')
      .select('id,kind,day,until,cycle,resolved_to,recorded_by,created_at')
      .eq('user_id', userId)
      .is('withdrawn_at', null)
      .overrideTypes<EventRow[], { merge: false }>()
      .throwOnError(),
  ]);
  return careStatus(
    { results: results.data.map(resultFrom), events: events.data.map(eventFrom) },
    now().getTime(),
    zone,
  );
}

const resultFrom = ({ taken_on, created_at, cycle_number, ...row }: ResultRow): PregnancyFact => ({
  ...row,
  takenOn: taken_on,
  receivedAt: instantFromIso(created_at),
  cycle: cycle_number,
});

const eventFrom = ({ resolved_to, recorded_by, created_at, ...row }: EventRow): OutcomeEvent => ({
  ...row,
  resolvedTo: resolved_to,
  byTeam: recorded_by !== null,
  receivedAt: instantFromIso(created_at),
});
