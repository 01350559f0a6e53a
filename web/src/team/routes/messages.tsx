import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { ConversationList } from '@/team/features/messages/conversation-list.tsx';
import { Conversation } from '@/team/features/patients/messages/conversation.tsx';

/** All conversations, and the open one next to them. */
export default function Messages({ member }: { member: TeamSession }) {
  useDocumentTitle('Messages');
  return (
    <ConversationList
      zone={member.timeZone}
      renderOpened={(thread, opened) => (
        <Conversation key={thread} thread={thread} member={member} linksRecord {...opened} />
      )}
    />
  );
}
