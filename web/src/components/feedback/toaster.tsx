import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { onModalChange, topModal } from '@/components/overlay/modal-stack.ts';
import { currentToast, dismissToast, onToastChange, type Toast } from './toast-store.ts';

/** Mounted once. A modal dialog makes everything outside it unreachable, so while one is open the toasts live in it. */
export function Toaster() {
  const modal = useSyncExternalStore(onModalChange, topModal, () => null);
  return modal ? createPortal(<Regions />, modal) : <Regions />;
}

/**
 * Both live regions exist before their words, because one that arrives with its words is often not
 * announced.
 */
function Regions() {
  const toast = useSyncExternalStore(onToastChange, currentToast, () => null);
  const destructive = toast?.variant === 'destructive';
  return (
    <div ref={raise} popover="manual" className="toaster">
      <output className="block">{toast && !destructive && <Card key={toast.id} toast={toast} />}</output>
      <div role="alert">{toast && destructive && <Card key={toast.id} toast={toast} />}</div>
    </div>
  );
}

/**
 * Into the top layer, above a dialog that has just opened. Deferred, because the browser has to lay out the
 * page for it.
 */
function raise(regions: HTMLElement | null) {
  const timer = setTimeout(() => regions?.showPopover());
  return () => clearTimeout(timer);
}

function Card({ toast }: { toast: Toast }) {
  const [hold, setHold] = useState({ held: false });
  const { id, open, title, description, duration, variant } = toast;

  useEffect(() => {
    if (!open || hold.held) return undefined;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, open, hold, duration]);

  return (
    <div
      hidden={!open}
      data-testid="toast"
      // A reader moves the pointer. A pointer that just rests where the toast appeared doesn't mean that
      // someone is reading.
      onPointerMove={() => setHold({ ...hold })}
      onFocus={() => setHold({ held: true })}
      onBlur={() => setHold({ held: false })}
      className={`toast ${variant === 'destructive' ? 'bg-danger text-on-danger' : 'bg-ink text-paper'}`}
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {description && <p className="mt-0.5 opacity-90">{description}</p>}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(id)}
        className="press -my-2 -mr-2.5 grid size-11 shrink-0 place-items-center rounded-full opacity-75 hover:opacity-100"
      >
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
          <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
