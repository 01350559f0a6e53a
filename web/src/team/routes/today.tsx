import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { Today } from '@/team/features/today/today.tsx';

export default function TodayPage({ member }: { member: TeamSession }) {
  useDocumentTitle('Today');
  return <Today member={member} />;
}
