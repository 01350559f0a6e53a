import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { IconButton } from '@/components/action/icon-button.tsx';
import { useHydrated } from '@/components/layout/use-hydrated.ts';

const MenuDialog = lazy(() => import('./menu-dialog.tsx'));

type Props = {
  path: string;
  logo: ReactNode;
  /** Something inside is new: a dot on the button, explained inside. */
  hasNews?: boolean;
  children: (close: () => void) => ReactNode;
};

const NEWS_DOT =
  "relative after:absolute after:top-2.5 after:right-2.5 after:size-2.5 after:rounded-full after:bg-brand after:content-['']";

/** The navigation on small screens: a button, and a sheet that a first visit does not load. */
export function MenuSheet({ path, logo, hasNews = false, children }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ready = useHydrated();
  const [wasOpened, setWasOpened] = useState(false);

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
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      />
      {wasOpened && (
        <Suspense>
          <MenuDialog {...{ open, logo }} onClose={close}>
            {children(close)}
          </MenuDialog>
        </Suspense>
      )}
    </>
  );
}
