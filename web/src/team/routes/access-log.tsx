import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { AccessLog } from '@/team/features/access-log/access-log.tsx';

export default function AccessLogPage({ member }: { member: TeamSession }) {
  useDocumentTitle('Access log');
  return <AccessLog member={member} />;
}
