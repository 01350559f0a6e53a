import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/action/icon-button.tsx';
import { KeepWhileClosing } from '@/components/overlay/keep-while-closing.tsx';
import { useModal } from '@/components/overlay/use-modal.ts';

type Props = { open: boolean; onClose: () => void; logo: ReactNode; children: ReactNode };

/** The sheet behind the menu button on small screens. It traps the keyboard focus while open. */
export default function MenuDialog({ open, onClose, logo, children }: Props) {
  const sheet = useModal({ open, onClose });
  return (
    <dialog ref={sheet} aria-label="Menu" className="sheet">
      <KeepWhileClosing open={open}>
        <div className="flex min-h-full flex-col p-4">
          <div className="mb-5 flex items-center justify-between pl-2">
            {logo}
            <IconButton label="Close menu" icon={X} onClick={onClose} />
          </div>
          {children}
        </div>
      </KeepWhileClosing>
    </dialog>
  );
}
