import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { IconButton } from '@/components/action/icon-button.tsx';
import { KeepWhileClosing } from './keep-while-closing.tsx';
import { takeFocus } from './take-focus.ts';
import { useModal } from './use-modal.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  /** The line above the title. */
  caption?: string;
  title: string;
  /** Fills the top from edge to edge. */
  picture?: ReactNode;
  dismissible?: boolean;
  isInAddress?: boolean;
  /** Stays at the bottom, within reach of a thumb. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Details next to the page: 620 px on the right, the whole screen on phones. */
export function Drawer({
  open,
  onClose,
  caption,
  title,
  picture,
  dismissible = true,
  isInAddress = false,
  footer,
  children,
}: Props) {
  const titleId = useId();
  const ref = useModal({ open, onClose, dismissible, isInAddress });
  return (
    <dialog ref={ref} aria-labelledby={titleId} className="drawer">
      <KeepWhileClosing open={open}>
        <div className="flex h-full flex-col">
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            <div className="sticky top-0 z-10 flex h-0 justify-end">
              {/* Chromium would focus the scroll container, and draw a frame around all of it. */}
              <IconButton
                ref={takeFocus}
                label="Close"
                icon={X}
                disabled={!dismissible}
                onClick={onClose}
                className="mt-3 mr-3 bg-card shadow-card"
              />
            </div>
            {picture && <div className="h-44 overflow-hidden sm:h-52">{picture}</div>}
            <div className={`px-5 pb-8 sm:px-8 ${picture ? 'pt-6' : 'pt-5 sm:pt-7'}`}>
              {caption && <p className={`caption mb-1 ${picture ? '' : 'pr-14'}`}>{caption}</p>}
              <h2 id={titleId} className={`text-title ${picture ? '' : 'pr-14'}`}>
                {title}
              </h2>
              <div className="mt-4 space-y-5">{children}</div>
            </div>
          </div>
          {footer && (
            <footer className="border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-8">
              {footer}
            </footer>
          )}
        </div>
      </KeepWhileClosing>
    </dialog>
  );
}
