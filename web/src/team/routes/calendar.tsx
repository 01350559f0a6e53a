import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { Calendar } from '@/team/features/calendar/calendar.tsx';

export default function CalendarPage() {
  useDocumentTitle('Calendar');
  return <Calendar />;
}
