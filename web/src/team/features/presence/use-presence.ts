import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { lastAct } from '@/lib/care-team/acts.ts';
import { memberQuery, reportAct } from '@/lib/care-team/member.ts';
import { refusalIn } from '@/lib/care-team/refusal.ts';
import { END_WORDS, idleAfter, timeLeft, type Presence } from './presence.ts';
import { watchPresence } from './watch-presence.ts';

type Choices = { userId: string; member: TeamSession; onEnd: (words: string) => void };

const ACTIVE = { presence: 'active', until: 0 } as const;

/** Keeps the session of somebody who is at work, and asks somebody who seems not to be. */
export function usePresence({ userId, member, onEnd }: Choices) {
  const client = useQueryClient();
  const [{ presence, until }, setPresence] = useState<{ presence: Presence; until: number }>(ACTIVE);
  const watch = useRef<ReturnType<typeof watchPresence>>(undefined);

  const endsAt = useEffectEvent(() => {
    const answeredAt = client.getQueryState(memberQuery(userId).queryKey)?.dataUpdatedAt;
    return (answeredAt ?? Date.now()) + timeLeft(member);
  });
  const report = useEffectEvent(async () => {
    const { queryKey } = memberQuery(userId);
    try {
      client.setQueryData(queryKey, await reportAct());
      return true;
    } catch (error) {
      // Who may not be here any more meets the same refusal at the entrance, which knows what follows.
      if (refusalIn(error)) await client.invalidateQueries({ queryKey });
      else logFailure('An act was not reported', error);
      return false;
    }
  });
  const change = useEffectEvent((next: Presence) => {
    setPresence({ presence: next, until: next === 'asked' ? idleAfter(lastAct()) : endsAt() });
    if (next === 'idle' || next === 'ended') onEnd(END_WORDS[next]);
  });

  useEffect(() => {
    const watching = watchPresence({
      endsAt: endsAt(),
      report: () => report(),
      onChange: (next) => change(next),
    });
    watch.current = watching;
    return watching.stop;
  }, []);

  return {
    presence,
    /** When the session ends for somebody who does nothing, or whatever they do. */
    until,
    staySignedIn: useCallback(() => watch.current?.staySignedIn(), []),
    reportNow: useCallback(() => void watch.current?.reportNow(), []),
  };
}
