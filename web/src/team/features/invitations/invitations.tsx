import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { InvitedPatient } from '@domain/contracts/team/team-invitations.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { SearchField } from '@/components/form/search-field.tsx';
import { Select } from '@/components/form/select.tsx';
import { arrowKeys, focusFirstRow } from '@/components/layout/move-by-arrow.ts';
import { ROWS } from '@/components/layout/rows.ts';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { InvitationRow, type InvitationAct } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { KitDialog } from './kit-dialog.tsx';
import { invitationsQuery } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { SendAgainDialog } from './send-again-dialog.tsx';
import { STATES } from './words.ts';

const PATH = '/team/invitations';
const ANY = 'any';
type Open = { act: InvitationAct; invited: InvitedPatient } | { act: 'invite' | 'import' } | null;

/** Everyone who was invited to the portal, with their emails and kits. */
export function Invitations({ member: { timeZone } }: { member: TeamSession }) {
  const [, navigate] = useLocation();
  const query = addressOf(new URLSearchParams(useSearch()));
  const chosen = new URLSearchParams(query);
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(invitationsQuery(query));
  useEffect(() => checkSession(error), [error]);
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<Open>(null);
  const now = useMinute();
  const close = () => setOpen(null);
  const done = (words: string) => {
    close();
    toast({ title: 'Saved', description: words });
  };

  const go = useCallback(
    (change: { search?: string; state?: string }) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(change)) next.set(name, value);
      const text = addressOf(next);
      navigate(text ? `${PATH}?${text}` : PATH, { replace: true });
    },
    [navigate],
  );
  const search = useCallback((words: string) => go({ search: words }), [go]);
  const invitations = data?.pages.flatMap((page) => page.invitations) ?? [];

  return (
    <div className="dense">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title">Invitations</h1>
        <div className="flex flex-wrap gap-2">
          <CompactButton onClick={() => setOpen({ act: 'import' })}>Import a list</CompactButton>
          <CompactButton look="primary" onClick={() => setOpen({ act: 'invite' })}>
            Invite
          </CompactButton>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <SearchField
          value={chosen.get('search') ?? ''}
          onSearch={search}
          onDown={() => focusFirstRow(list.current)}
        />
        <Select
          label="State"
          className="min-w-0 max-sm:w-full sm:w-56"
          options={[
            { value: ANY, label: 'Any' },
            ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
          ]}
          value={chosen.get('state') ?? ANY}
          onChange={({ target }) => go({ state: target.value === ANY ? '' : target.value })}
        />
      </div>
      <section
        aria-label="Invited patients"
        className="mt-4 overflow-clip rounded-card border border-line bg-card shadow-card"
      >
        {isPending && <LoadingBlock label="Loading invitations..." lines={8} className="p-5" />}
        {error && !data && (
          <Failed title="The list didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
        )}
        {data && invitations.length === 0 && (
          <Quiet title={query ? 'No patients found.' : 'No patients invited yet'}>
            {query ? 'Try a shorter search or another status.' : 'People you invite will appear here.'}
          </Quiet>
        )}
        {invitations.length > 0 && (
          // The arrow keys move from row to row, to the first action there.
          <ul ref={list} className={ROWS} {...arrowKeys}>
            {invitations.map((invited) => (
              <InvitationRow
                key={invited.email}
                {...{ invited, timeZone, now }}
                onAct={(act) => setOpen({ act, invited })}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="flex justify-center border-t border-line px-4.5 py-3">
            <CompactButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older invitations
            </CompactButton>
          </div>
        )}
      </section>
      {open?.act === 'invite' && (
        <InviteDialog onClose={close} onDone={(email) => done(`An email is on its way to ${email}.`)} />
      )}
      {open?.act === 'import' && <ImportDialog onClose={close} onDone={done} />}
      {open?.act === 'send-again' && (
        <SendAgainDialog
          invited={open.invited}
          onClose={close}
          onDone={() => done(`An email is on its way to ${open.invited.email}.`)}
        />
      )}
      {open?.act === 'correct' && (
        <CorrectDialog
          invited={open.invited}
          onClose={close}
          onDone={(email) => done(`An email is on its way to ${email}.`)}
        />
      )}
      {open?.act === 'edit' && (
        <EditDialog
          invited={open.invited}
          onClose={close}
          onDone={() => done('The details are up to date.')}
        />
      )}
      {open?.act === 'revoke' && (
        <RevokeDialog
          invited={open.invited}
          onClose={close}
          onDone={() => done('They can no longer sign in.')}
        />
      )}
      {open?.act === 'kit' && (
        <KitDialog
          invited={open.invited}
          onClose={close}
          onDone={() => done('The patient can see the link right away.')}
        />
      )}
    </div>
  );
}

/** Always in the same order, so that a list has only one address. */
function addressOf(parameters: URLSearchParams): string {
  const kept = ['search', 'state'].flatMap((name) => {
    const value = parameters.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}
