import { Activity } from 'react';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { usePresence } from '@/team/features/presence/use-presence.ts';
import { Workspace } from './workspace.tsx';

type Props = {
  member: TeamSession;
  user: SignedInUser;
  path: string;
  isNew: boolean;
  isLocked: boolean;
  onEnd: (words: string) => void;
};

/**
 * For someone with access. While locked, the workspace shows and requests nothing, and keeps what was typed
 * and opened.
 */
export function SignedIn({ member, user, path, isNew, isLocked, onEnd }: Props) {
  const atWork = usePresence({ userId: user.id, member, onEnd });
  return (
    <Activity mode={isLocked ? 'hidden' : 'visible'}>
      <Workspace {...{ member, path, isNew, atWork }} />
    </Activity>
  );
}
