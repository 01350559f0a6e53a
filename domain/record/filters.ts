import type { TimelineEntry } from '../contracts/team/team-patient.ts';

type Kind = TimelineEntry['kind'];

export const FILTERS = ['all', 'results', 'notes', 'calls', 'messages', 'team'] as const;
export type Filter = (typeof FILTERS)[number];

export const FILTER_WORDS: Record<Filter, string> = {
  all: 'All',
  results: 'Results',
  notes: 'Notes',
  calls: 'Calls',
  messages: 'Messages',
  team: 'Team',
};

/**
 * A staff note is both a note and the team's; a phone call counts as a call, an email or a text as a
 * message.
 */
const KINDS: Record<Exclude<Filter, 'all'>, readonly Kind[]> = {
  results: ['result', 'survey', 'symptoms', 'period', 'applicator', 'safety-check'],
  notes: ['note', 'staff-note'],
  calls: ['call'],
  messages: ['message'],
  team: ['staff-note', 'alert', 'follow-up', 'decision', 'outcome'],
};

export function isShown(entry: Pick<TimelineEntry, 'kind' | 'contact'>, filter: Filter): boolean {
  if (filter === 'all') return true;
  if (entry.kind === 'contact')
    return filter === 'team' || filter === (isWritten(entry.contact) ? 'messages' : 'calls');
  return KINDS[filter].includes(entry.kind);
}

const isWritten = (how: TimelineEntry['contact']): boolean => how === 'text' || how === 'email';
