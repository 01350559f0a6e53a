import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button, type ButtonLook } from '@/components/action/button.tsx';

// Loaded on demand, because few people press it.
const Confirm = lazy(async () => ({ default: (await import('./confirm.tsx')).Confirm }));

type Props = {
  words: { button: string; title: string; keep: string; go: string };
  /** Distinguishes the button if several look alike. */
  label?: string;
  look?: ButtonLook;
  className?: string;
  busy: boolean;
  /** `close` is for an act that leaves its button on the page. */
  onGo: (close: () => void) => void;
  /** Says what will change. */
  children: ReactNode;
};

/** A button that asks first: an accidental tap must not change what a patient reported or where they are. */
export function AskFirst({ words, label, look = 'outline', className, busy, onGo, children }: Props) {
  const [asking, setAsking] = useState(false);
  const [hasAsked, setHasAsked] = useState(false);
  const close = () => setAsking(false);
  const ask = () => {
    setHasAsked(true);
    setAsking(true);
  };
  return (
    <>
      <Button look={look} {...(className && { className })} aria-label={label} onClick={ask}>
        {words.button}
      </Button>
      {hasAsked && (
        <Suspense>
          <Confirm
            open={asking}
            title={words.title}
            keep={words.keep}
            go={words.go}
            busy={busy}
            onGo={() => onGo(close)}
            onClose={close}
          >
            {children}
          </Confirm>
        </Suspense>
      )}
    </>
  );
}
