import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { Calendar } from '@/team/features/calendar/calendar.tsx';

export default function CalendarPage({ member }: { member: TeamSession }) {
  useDocumentTitle('Calendar');
  return <Calendar member={member} />;
}
