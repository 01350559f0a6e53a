import { useContext, useId, type FormEvent, type ReactNode } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { About } from './about.ts';
import { Dialog } from './dialog.tsx';
import { usePlace } from './use-place.ts';

/** Shown wherever staff write about a patient. */
export const DOWNLOADED = "Included in the patient's record download.";
export const STAFF_ONLY = "Not shown in the portal, but included in the patient's record download.";

type Props = {
  open: boolean;
  title: string;
  /** The person it is about, if the page behind does not show them or is covered. */
  about?: string | undefined;
  /** The final button; null if nothing can be done. */
  go: string | null;
  /** The button that changes nothing. */
  stay?: string;
  busy: boolean;
  /** The error message. */
  failure: string | null;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** An action in one dialog. A failure is shown in it, and the input stays. */
export function ActDialog({
  open,
  title,
  about,
  go,
  stay = 'Cancel',
  busy,
  failure,
  onSend,
  onClose,
  children,
}: Props) {
  const id = useId();
  const aboutPage = useContext(About);
  usePlace();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSend();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      dismissible={!busy}
      footer={
        <>
          <Button look="outline" disabled={busy} onClick={onClose}>
            {stay}
          </Button>
          {go !== null && (
            <Button type="submit" form={id} busy={busy}>
              {go}
            </Button>
          )}
        </>
      }
    >
      <form id={id} onSubmit={send} noValidate className="space-y-5">
        {aboutPage ?? (about && <p className="-mt-3 text-small font-semibold">{about}</p>)}
        {failure !== null && (
          <div role="alert">
            <Notice tone="warning">{failure}</Notice>
          </div>
        )}
        {children}
      </form>
    </Dialog>
  );
}
