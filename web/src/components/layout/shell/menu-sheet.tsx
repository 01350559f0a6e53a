import { Menu as MenuIcon, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '@/components/action/icon-button.tsx';
import { KeepWhileClosing } from '@/components/overlay/keep-while-closing.tsx';
import { useModal } from '@/components/overlay/use-modal.ts';
import { useHydrated } from '@/components/layout/use-hydrated.ts';

type Props = {
  path: string;
  logo: ReactNode;
  /** Something inside has news: a dot on the button, whose words are inside. */
  hasNews?: boolean;
  children: (close: () => void) => ReactNode;
};

const NEWS_DOT =
  "relative after:absolute after:top-2.5 after:right-2.5 after:size-2.5 after:rounded-full after:bg-brand after:content-['']";

/** The navigation on small screens: a button, and a sheet that holds the keyboard while it is open. */
export function MenuSheet({ path, logo, hasNews = false, children }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ready = useHydrated();
  const sheet = useModal({ open, onClose: close });

  // Following a link closes it, and so does anything else that changes the page, like the browser's back button.
  const [shownOn, setShownOn] = useState(path);
  if (shownOn !== path) {
    setShownOn(path);
    setOpen(false);
  }

  return (
    <>
      <IconButton
        label="Open menu"
        icon={MenuIcon}
        disabled={!ready}
        className={`disabled:opacity-100 ${hasNews ? NEWS_DOT : ''}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <dialog ref={sheet} aria-label="Menu" className="sheet">
        <KeepWhileClosing open={open}>
          <div className="flex min-h-full flex-col p-4">
            <div className="mb-5 flex items-center justify-between pl-2">
              {logo}
              <IconButton label="Close menu" icon={X} onClick={close} />
            </div>
            {children(close)}
          </div>
        </KeepWhileClosing>
      </dialog>
    </>
  );
}
