import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { logFailure } from '@/lib/backend/log.ts';
import { memberQuery, reportAct } from '@/lib/care-team/member.ts';
import { refusalIn } from '@/lib/care-team/refusal.ts';
import { watchPresence } from './watch-presence.ts';

type Choices = { userId: string; onIdle: () => void };

/** Keeps the session of somebody who is at work, and asks somebody who seems not to be. */
export function usePresence({ userId, onIdle }: Choices) {
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const watch = useRef<ReturnType<typeof watchPresence>>(undefined);

  const report = useEffectEvent(async () => {
    const { queryKey } = memberQuery(userId);
    try {
      client.setQueryData(queryKey, await reportAct());
    } catch (error) {
      // Who may not be here any more meets the same refusal at the entrance, which knows what follows.
      if (refusalIn(error)) await client.invalidateQueries({ queryKey });
      else logFailure('An act was not reported', error);
    }
  });
  const leave = useEffectEvent(onIdle);

  useEffect(() => {
    const watching = watchPresence({
      report: () => void report(),
      onChange: (presence) => {
        setIsAsked(presence === 'asked');
        if (presence === 'gone') leave();
      },
    });
    watch.current = watching;
    return watching.stop;
  }, []);

  return {
    isAsked,
    stay: useCallback(() => watch.current?.stay(), []),
    report: useCallback(() => watch.current?.tell(), []),
  };
}
