import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TeamPerson } from '@domain/contracts/team/team-people.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import { ROWS } from '@/components/layout/rows.ts';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { peopleQuery } from '@/lib/care-team/people-query.ts';
import { CallsDialog } from './calls-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonRow, type PersonAct } from './person-row.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SetUpCode, type IssuedCode } from './set-up-code.tsx';

type Open = { act: PersonAct; person: TeamPerson } | { act: 'invite' } | null;

/**
 * Everyone on the care team with their roles, and an administrator's actions. Clinicians reset lost phones
 * here.
 */
export function People({ member }: { member: TeamSession }) {
  const { data, error, refetch } = useQuery(peopleQuery());
  useEffect(() => checkSession(error), [error]);
  const [open, setOpen] = useState<Open>(null);
  const [issued, setIssued] = useState<IssuedCode | null>(null);
  const close = () => setOpen(null);
  const tell = (next: IssuedCode) => {
    setOpen(null);
    setIssued(next);
  };

  return (
    <div className="dense">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title">People</h1>
        {member.role === 'administrator' && (
          <CompactButton look="primary" onClick={() => setOpen({ act: 'invite' })}>
            Invite
          </CompactButton>
        )}
      </div>
      <section
        aria-label="The care team"
        className="mt-4 overflow-clip rounded-card border border-line bg-card shadow-card"
      >
        {!data && !error && <LoadingBlock label="Loading people..." lines={6} className="p-5" />}
        {!data && error && (
          <Failed title="The list didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
        )}
        {data && (
          // The arrow keys move from row to row, to the first action there.
          <ul className={ROWS} {...arrowKeys}>
            {data.people.map((person) => (
              <PersonRow
                key={person.id}
                {...{ person, member }}
                kinds={data.kinds}
                onAct={(act) => setOpen({ act, person })}
              />
            ))}
          </ul>
        )}
      </section>
      {open?.act === 'invite' && <InviteDialog zone={member.timeZone} onClose={close} onInvited={tell} />}
      {open?.act === 'edit' && <EditDialog person={open.person} onClose={close} />}
      {open?.act === 'role' && <RoleDialog person={open.person} onClose={close} />}
      {open?.act === 'calls' && (
        <CallsDialog person={open.person} kinds={data?.kinds ?? []} onClose={close} />
      )}
      {open?.act === 'reset' && <ResetDialog person={open.person} onClose={close} onReset={tell} />}
      {open?.act === 'deactivate' && <DeactivateDialog person={open.person} onClose={close} />}
      {issued && <SetUpCode issued={issued} onClose={() => setIssued(null)} />}
    </div>
  );
}
