import type { ReactNode } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  title: string;
  /** The two buttons' labels: keep everything, and do it. */
  keep: string;
  go: string;
  busy: boolean;
  onGo: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A confirmation before something that cannot be undone. */
export function Confirm({ open, title, keep, go, busy, onGo, onClose, children }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      dismissible={!busy}
      footer={
        <>
          <Button look="outline" disabled={busy} onClick={onClose}>
            {keep}
          </Button>
          <Button busy={busy} onClick={onGo}>
            {go}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
