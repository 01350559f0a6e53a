import { useQuery } from '@tanstack/react-query';
import { ChevronRight, MessageCircle } from 'lucide-react';
import { Link } from 'wouter';
import { newMessageWords, UNREAD_MESSAGES } from '@domain/messages/unread.ts';
import { unreadQuery } from './unread-query.ts';

/** Stays on Home until the reply is read. The shell asks every minute, and this shows its answer. */
export default function NewMessage({ userId }: { userId: string }) {
  const { data } = useQuery({ ...unreadQuery(userId), refetchInterval: false });
  if (!data?.from) return null;
  return (
    <Link
      href={UNREAD_MESSAGES}
      className="press flex min-h-14 items-center gap-3 border-b border-line bg-task-soft px-5 py-3 font-medium sm:px-6"
    >
      <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      <span className="min-w-0 flex-1 wrap-anywhere">{newMessageWords(data.from)}</span>
      <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
    </Link>
  );
}
