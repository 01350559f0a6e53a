import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { Schedules } from '@/team/features/schedules/schedules.tsx';

export default function SchedulesPage({ member }: { member: TeamSession }) {
  useDocumentTitle('Schedules');
  return <Schedules member={member} />;
}
