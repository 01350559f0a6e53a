import { useState, type ReactNode } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Confirm } from './confirm.tsx';

type Props = {
  words: { button: string; title: string; keep: string; go: string };
  /** Distinguishes the button if several look alike. */
  label?: string;
  busy: boolean;
  onUndo: () => void;
  /** What will be undone. */
  children: ReactNode;
};

/** Asks first: an accidental tap must not change a patient's care state. */
export function UndoReport({ words, label, busy, onUndo, children }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="outline" aria-label={label} onClick={() => setAsking(true)}>
        {words.button}
      </Button>
      <Confirm
        open={asking}
        title={words.title}
        keep={words.keep}
        go={words.go}
        busy={busy}
        onGo={onUndo}
        onClose={() => setAsking(false)}
      >
        {children}
      </Confirm>
    </>
  );
}
