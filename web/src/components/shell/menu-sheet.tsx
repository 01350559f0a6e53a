import { Menu, X } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { Logo } from '../ui/logo.tsx';
import { Navigation, type NavigationEntry } from './navigation.tsx';

const round = 'press grid size-12 place-items-center rounded-full hover:bg-blush/60';

/** The navigation on small screens: a button, and a sheet that holds the keyboard while it is open. */
export function MenuSheet({ path, entries }: { path: string; entries: NavigationEntry[] }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const close = () => sheet.current?.close();
  useCloseOutside(sheet);

  return (
    <div className="-ml-2 sm:hidden">
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className={round}
        onClick={() => sheet.current?.showModal()}
      >
        <Menu aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </button>
      <dialog ref={sheet} aria-label="Menu" className="sheet">
        <div className="flex min-h-full flex-col gap-6 p-5">
          <div className="flex items-center justify-between pl-1">
            <Logo />
            <button type="button" aria-label="Close menu" className={round} onClick={close}>
              <X aria-hidden="true" className="size-6" strokeWidth={1.75} />
            </button>
          </div>
          <Navigation path={path} entries={entries} onFollow={close} />
        </div>
      </dialog>
    </div>
  );
}

/** A tap beside the sheet lands on the dialog itself, never on what is in it. */
function useCloseOutside(sheet: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const dialog = sheet.current;
    const closeOutside = (event: MouseEvent) => event.target === dialog && dialog?.close();
    dialog?.addEventListener('click', closeOutside);
    return () => dialog?.removeEventListener('click', closeOutside);
  }, [sheet]);
}
