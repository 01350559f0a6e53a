import type { ReactNode } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  title: string;
  /** The two buttons' labels: keep everything, and do it. */
  keep: string;
  go: string;
  /** The button that stands out: doing it, unless most people should not. */
  prefers?: 'keep' | 'go';
  busy: boolean;
  onGo: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A confirmation before something that cannot be undone. */
export function Confirm({ open, title, keep, go, prefers = 'go', busy, onGo, onClose, children }: Props) {
  const lookOf = (button: 'keep' | 'go') => (button === prefers ? 'primary' : 'outline');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      dismissible={!busy}
      footer={
        <>
          <Button look={lookOf('keep')} disabled={busy} onClick={onClose}>
            {keep}
          </Button>
          <Button look={lookOf('go')} busy={busy} onClick={onGo}>
            {go}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
