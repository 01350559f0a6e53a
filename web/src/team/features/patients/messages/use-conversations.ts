import { useQuery } from '@tanstack/react-query';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';
import type { Instant } from '@domain/time/instant.ts';
import { timeByDay, useMinute } from '@/lib/care-team/times.ts';
import { useSessionCheck } from '../queries.ts';
import { messagesQuery, type Thread } from './queries.ts';

/** Each conversation as one entry of the timeline, at its last message. */
export function useConversations(patient: string, zone: string): TimelineEntry[] {
  const { data, error } = useQuery(messagesQuery({ patient }));
  useSessionCheck(error);
  const now = useMinute();
  return (data?.threads ?? []).map((thread) => ({
    kind: 'message',
    id: thread.id,
    at: thread.lastAt,
    title: `Messages: ${thread.topic}`,
    text: statusWords(thread, zone, now),
    who: null,
  }));
}

/**
 * A conversation's state. Only a reply makes it 'Answered', however long ago 'No reply needed' was selected.
 */
export function statusWords(thread: Thread, zone: string, now: Instant): string {
  const waiting = waitingWords(thread, zone, now);
  if (waiting) return waiting;
  if (thread.lastFrom === 'team') return 'The care team replied last.';
  return thread.asks ? 'Asked to talk to someone.' : 'No reply needed.';
}

/** 'Waiting for a reply, due by 3:00 pm.', or 'by 8:59 am, Sat, Nov 21.' Null if nothing is waiting. */
export function waitingWords({ waiting }: Thread, zone: string, now: Instant): string | null {
  if (!waiting) return null;
  const due = `due by ${timeByDay(waiting.dueAt, zone, now)}`;
  return waiting.stage === 'overdue' ? `Overdue: ${due}.` : `Waiting for a reply, ${due}.`;
}
