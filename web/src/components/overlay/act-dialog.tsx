import { useId, type FormEvent, type ReactNode } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Dialog } from './dialog.tsx';
import { usePlace } from './use-place.ts';

/** Stands wherever staff write about a patient. */
export const DOWNLOADED = "Included in the patient's record download.";

type Props = {
  open: boolean;
  title: string;
  /** Whom it is about, where the page behind does not say so or is covered. */
  about?: string | undefined;
  /** The button at the end; null where there is nothing that could be done. */
  go: string | null;
  /** The button that leaves everything as it is. */
  stay?: string;
  busy: boolean;
  /** What went wrong, in words. */
  failure: string | null;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Something to do, asked for in one dialog. What fails is said in it, and what was typed stays. */
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
        {about && <p className="-mt-3 text-small font-semibold">{about}</p>}
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
