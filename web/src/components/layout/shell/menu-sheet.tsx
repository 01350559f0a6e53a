import { Menu as MenuIcon, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/action/icon-button.tsx';
import { KeepWhileClosing } from '@/components/overlay/keep-while-closing.tsx';
import { Logo } from '@/components/layout/logo.tsx';
import { useModal } from '@/components/overlay/use-modal.ts';
import { useHydrated } from '@/components/layout/use-hydrated.ts';
import { Navigation, type NavigationEntry } from './navigation.tsx';

type Props = { path: string; entries: NavigationEntry[]; logEntries: NavigationEntry[] };

/** The navigation on small screens: a button, and a sheet that holds the keyboard while it is open. */
export function MenuSheet({ path, entries, logEntries }: Props) {
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
    <div className="sm:hidden">
      <IconButton
        label="Open menu"
        icon={MenuIcon}
        disabled={!ready}
        className="disabled:opacity-100"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <dialog ref={sheet} aria-label="Menu" className="sheet">
        <KeepWhileClosing open={open}>
          <div className="flex min-h-full flex-col p-4">
            <div className="mb-5 flex items-center justify-between pl-2">
              <Logo />
              <IconButton label="Close menu" icon={X} onClick={close} />
            </div>
            <Navigation path={path} entries={entries} onFollow={close} />
            <div className="mt-5 border-t border-line pt-5">
              <Navigation label="Log test result" path={path} entries={logEntries} onFollow={close} />
            </div>
          </div>
        </KeepWhileClosing>
      </dialog>
    </div>
  );
}
