import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { lastAct } from '@/lib/care-team/acts.ts';
import { memberQuery, reportAct } from '@/lib/care-team/member.ts';
import { refusalIn } from '@/lib/care-team/refusal.ts';
import { ENDED, idleAfter, timeLeft, type Presence } from './presence.ts';
import { lockScreen } from './lock-screen.ts';
import { watchPresence } from './watch-presence.ts';

type Choices = { userId: string; member: TeamSession; onEnd: (words: string) => void };

export type AtWork = {
  presence: Presence;
  /** When the workspace locks without an act, or the session ends in any case. */
  until: number;
  staySignedIn: () => void;
  reportNow: () => void;
};

const ACTIVE = { presence: 'active', until: 0 } as const;

/** Keeps an active person's session alive, asks someone who seems inactive, and locks. */
export function usePresence({ userId, member, onEnd }: Choices): AtWork {
  const client = useQueryClient();
  const [{ presence, until }, setPresence] = useState<{ presence: Presence; until: number }>(ACTIVE);
  const watch = useRef<ReturnType<typeof watchPresence>>(undefined);

  const endsAt = useEffectEvent(() => {
    const answeredAt = client.getQueryState(memberQuery(userId).queryKey)?.dataUpdatedAt;
    return (answeredAt ?? Date.now()) + timeLeft(member);
  });
  const idleMinutes = useEffectEvent(() => member.idleMinutes);
  const report = useEffectEvent(async () => {
    const { queryKey } = memberQuery(userId);
    try {
      client.setQueryData(queryKey, await reportAct());
      return true;
    } catch (error) {
      // Someone who lost access gets the same refusal at the entrance, which knows what to do.
      if (refusalIn(error)) await client.invalidateQueries({ queryKey });
      else logFailure('Activity was not reported', error);
      return false;
    }
  });
  const change = useEffectEvent((next: Presence) => {
    const locksAt = idleAfter(lastAct(), member.idleMinutes);
    setPresence({ presence: next, until: next === 'asked' ? locksAt : endsAt() });
    if (next === 'idle') lockScreen();
    if (next === 'ended') onEnd(ENDED);
  });

  useEffect(() => {
    const watching = watchPresence({
      endsAt: endsAt(),
      idleMinutes: () => idleMinutes(),
      report: () => report(),
      onChange: (next) => change(next),
    });
    watch.current = watching;
    return watching.stop;
  }, []);

  return {
    presence,
    until,
    staySignedIn: useCallback(() => watch.current?.staySignedIn(), []),
    reportNow: useCallback(() => void watch.current?.reportNow(), []),
  };
}
