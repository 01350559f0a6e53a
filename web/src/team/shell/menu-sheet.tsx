import { Menu, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '@/components/action/icon-button.tsx';
import { KeepWhileClosing } from '@/components/overlay/keep-while-closing.tsx';
import { useModal } from '@/components/overlay/use-modal.ts';
import { TeamLogo } from './team-logo.tsx';

/** The navigation on small screens: a button, and a sheet that holds the keyboard while it is open. */
export function MenuSheet({ children }: { children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const sheet = useModal({ open, onClose: close });
  return (
    <>
      <IconButton
        label="Open menu"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <dialog ref={sheet} aria-label="Menu" className="sheet">
        <KeepWhileClosing open={open}>
          <div className="flex min-h-full flex-col p-4">
            <div className="mb-4 flex items-center justify-between pl-2">
              <TeamLogo />
              <IconButton label="Close menu" icon={X} onClick={close} />
            </div>
            {children(close)}
          </div>
        </KeepWhileClosing>
      </dialog>
    </>
  );
}
