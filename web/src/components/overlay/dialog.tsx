import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { IconButton } from '@/components/action/icon-button.tsx';
import { KeepWhileClosing } from './keep-while-closing.tsx';
import { useModal } from './use-modal.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** False while saving: neither Escape, nor a click outside, nor the cross closes it. */
  dismissible?: boolean;
  /** Buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A dialog with one thing to read or decide. */
export function Dialog({ open, onClose, title, dismissible = true, footer, children }: Props) {
  const titleId = useId();
  const ref = useModal({ open, onClose, dismissible });
  return (
    <dialog ref={ref} aria-labelledby={titleId} className="dialog">
      <KeepWhileClosing open={open}>
        <div className="dialog-box">
          <header className="flex items-start justify-between gap-4 pt-5 pr-4 pl-6 sm:pt-6 sm:pl-8">
            <h2 id={titleId} className="py-2 text-heading">
              {title}
            </h2>
            <IconButton label="Close" icon={X} disabled={!dismissible} onClick={onClose} />
          </header>
          <div className="overflow-y-auto overscroll-contain px-6 pt-2 pb-7 sm:px-8">{children}</div>
          {footer && (
            <footer className="flex flex-col-reverse gap-3 border-t border-line px-6 py-5 sm:flex-row sm:justify-end sm:px-8">
              {footer}
            </footer>
          )}
        </div>
      </KeepWhileClosing>
    </dialog>
  );
}
