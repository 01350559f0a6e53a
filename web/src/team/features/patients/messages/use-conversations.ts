import { useQuery } from '@tanstack/react-query';
import type { TimelineEntry } from '@domain/contracts/team-patient.ts';
import { timeOf } from '@/lib/care-team/times.ts';
import { useSessionCheck } from '../queries.ts';
import { messagesQuery, type Thread } from './queries.ts';

/** Each conversation as one entry of the timeline, where its last message stands. */
export function useConversations(patient: string, zone: string): TimelineEntry[] {
  const { data, error } = useQuery(messagesQuery({ patient }));
  useSessionCheck(error);
  return (data?.threads ?? []).map((thread) => ({
    kind: 'message',
    id: thread.id,
    at: thread.lastAt,
    title: `Messages: ${thread.topic}`,
    text: waitingWords(thread, zone) ?? 'Answered.',
    who: null,
  }));
}

/** 'Waits for an answer, due by 3:00 pm.'; null where nothing waits. */
export function waitingWords({ waiting }: Thread, zone: string): string | null {
  if (!waiting) return null;
  const due = `due by ${timeOf(waiting.dueAt, zone)}`;
  return waiting.stage === 'overdue' ? `Overdue: ${due}.` : `Waits for an answer, ${due}.`;
}
