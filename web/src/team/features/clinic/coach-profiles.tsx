import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TeamPerson } from '@domain/contracts/team/team-people.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Face } from '@/components/art/face.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { SectionCard } from '@/components/layout/section-card.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { peopleQuery } from '@/lib/care-team/people-query.ts';
import { CoachProfileDialog } from './coach-profile-dialog.tsx';

const isCoach = ({ role, deactivatedAt }: TeamPerson) => role === 'coach' && deactivatedAt === null;

/** Each coach's picture and words. Patients see their own coach's. */
export function CoachProfiles() {
  const { data, error, isPending, refetch } = useQuery(peopleQuery());
  useEffect(() => checkSession(error), [error]);
  const [editing, setEditing] = useState<TeamPerson | null>(null);
  const coaches = data?.people.filter(isCoach) ?? [];
  return (
    <SectionCard title="Coach profiles" about="A picture and a few words. Patients see their own coach’s.">
      {isPending && <LoadingBlock label="Loading the coaches..." lines={3} className="mt-4" />}
      {error && !data && (
        <Failed title="The coaches didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
      )}
      {data && coaches.length === 0 && <p className="mt-4 text-soft">No coaches yet</p>}
      {coaches.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {coaches.map((coach) => (
            <li key={coach.id} className="flex items-center gap-3 py-2.5">
              <Face name={coach.name} portrait={coach.portrait} className="size-11" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <b className="block font-semibold">{coach.name}</b>
                <span className="text-small text-soft">{coach.bio || 'No words yet'}</span>
              </span>
              <CompactButton onClick={() => setEditing(coach)}>
                Edit<span className="sr-only">{`: ${coach.name}`}</span>
              </CompactButton>
            </li>
          ))}
        </ul>
      )}
      {editing && <CoachProfileDialog coach={editing} onClose={() => setEditing(null)} />}
    </SectionCard>
  );
}
