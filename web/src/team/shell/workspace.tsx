import { useEffect, useRef } from 'react';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { endSession } from '@/lib/backend/supabase.ts';
import type { TeamSession } from '@domain/contracts/team-session.ts';
import { StillThere } from '@/team/features/presence/still-there.tsx';
import { usePresence } from '@/team/features/presence/use-presence.ts';
import { isFor, pageAt } from '@/team/pages.ts';
import { NotForRole, NotFound, PageTitle } from '@/team/routes/titles.tsx';
import { Shell } from './shell.tsx';

type Props = { member: TeamSession; user: SignedInUser; path: string; onIdle: () => void };

/** A page for somebody who may be here, for as long as they are. */
export function Workspace({ member, user, path, onIdle }: Props) {
  const { isAsked, stay, report } = usePresence({
    userId: user.id,
    onIdle: () => {
      onIdle();
      void endSession(); // what they were writing stays in this tab
    },
  });

  // Whoever opens a page is asked for anew: a change of role or a deactivation counts at the next click.
  const opened = useRef(path);
  useEffect(() => {
    if (opened.current === path) return;
    opened.current = path;
    report();
  }, [path, report]);

  return (
    <Shell member={member} path={path}>
      <View member={member} path={path} />
      <StillThere open={isAsked} onStay={stay} />
    </Shell>
  );
}

function View({ member, path }: Pick<Props, 'member' | 'path'>) {
  const page = pageAt(path);
  if (!page) return <NotFound />;
  if (!isFor(page, member.role)) return <NotForRole title={page.title} />;
  return <PageTitle title={page.title} member={member} />;
}
