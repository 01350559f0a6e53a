import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '@/components/feedback/toast-store.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

/**
 * Writes each print to the access log: before the button opens the browser's dialog, and also for the
 * browser's own command.
 */
export function usePrint(id: string) {
  const isNoted = useRef(false);
  const { mutate, isPending } = useAct({
    name: 'team-care',
    onDone: () => {
      if (isNoted.current) return;
      isNoted.current = true;
      window.print();
      isNoted.current = false;
    },
  });
  const note = () =>
    mutate({ action: 'print', id }, { onError: (error) => toast({ title: failureWords(error) }) });
  const noteOther = useEffectEvent(() => {
    if (isNoted.current) return;
    isNoted.current = true;
    mutate({ action: 'print', id }, { onSettled: () => (isNoted.current = false) });
  });
  useEffect(() => {
    window.addEventListener('beforeprint', noteOther);
    return () => window.removeEventListener('beforeprint', noteOther);
  }, []);
  return { print: note, busy: isPending };
}
