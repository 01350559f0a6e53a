import { Link } from 'wouter';
import type { ListedConversation } from '@domain/contracts/team/team-conversations.ts';
import { shortDayOf, timeByDay, timeOf, useMinute } from '@/lib/care-team/times.ts';

type Props = { conversation: ListedConversation; href: string; isOpen: boolean; zone: string };

/** The patient, the topic, the beginning of the last message, and when a reply is due. */
export function ConversationRow({ conversation, href, isOpen, zone }: Props) {
  const { patient, topic, at, who, from, firstWords, isUnread, waiting } = conversation;
  const now = useMinute();
  return (
    <li className="border-b border-line last:border-0">
      <Link
        href={href}
        data-item
        aria-current={isOpen || undefined}
        // A key that is still held from the conversation before opens nothing.
        onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
        className={`block px-4.5 py-3 outline-offset-[-4px] hover:bg-line/30 ${isOpen ? 'bg-blush' : ''}`}
      >
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span
            className={`min-w-0 flex-1 basis-40 text-[0.9375rem] wrap-anywhere ${isUnread ? 'font-semibold' : 'font-medium'}`}
          >
            {patient.name}
          </span>
          {isUnread && (
            <span className="shrink-0 rounded-full bg-task-soft px-2 text-[0.75rem] font-semibold text-task">
              Unread
            </span>
          )}
          <time dateTime={at} className="shrink-0 text-[0.8125rem] text-soft tabular-nums">
            {`${shortDayOf(at, zone, now)}, ${timeOf(at, zone)}`}
          </time>
        </span>
        <span className="mt-0.5 line-clamp-1 text-small wrap-anywhere">
          <span className="text-soft">{`${topic}: `}</span>
          {from === 'team' && <span className="text-soft">{`${who ?? 'Care team'}: `}</span>}
          {firstWords}
        </span>
        {waiting && (
          <span
            className={`mt-0.5 block text-[0.8125rem] ${waiting.stage === 'overdue' ? 'font-semibold text-danger' : 'text-soft'}`}
          >
            {`${waiting.stage === 'overdue' ? 'Overdue: due by' : 'Reply due by'} ${timeByDay(waiting.dueAt, zone, now)}`}
          </span>
        )}
      </Link>
    </li>
  );
}
