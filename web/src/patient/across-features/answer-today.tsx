import { useQuery } from '@tanstack/react-query';
import { useUser } from '@/lib/backend/session.ts';
import { NeedAnswer } from '@/patient/features/safety-check/need-answer.tsx';
import { safetyCheckQuery } from '@/patient/features/safety-check/queries.ts';

/** The same request as on the safety check's own page. A patient who has asked reads by when the answer comes. */
export default function AnswerToday() {
  const { data, isLoading } = useQuery(safetyCheckQuery(useUser().id));
  return isLoading ? null : <NeedAnswer dueAt={data?.answerDueAt ?? null} />;
}
