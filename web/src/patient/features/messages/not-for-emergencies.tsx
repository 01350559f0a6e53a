import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';

type Props = {
  /** Nothing was written here yet, so the patient hasn't read it here. */
  isOpenFirst: boolean;
  /** Shows the whole card. */
  children: ReactNode;
};

/** One line that stays in every conversation. Pressing it shows the rest. */
export function NotForEmergencies({ isOpenFirst, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="press flex min-h-11 w-full items-center justify-between gap-3 rounded-field bg-learn-soft px-4 text-left text-small font-medium text-learn"
      >
        {MESSAGES.notForEmergencies}
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.75}
          className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen} className="mt-2">
        {isOpen && children}
      </div>
    </div>
  );
}
