import { CompactButton } from '@/components/action/compact-button.tsx';

type Props = { count: number; onAssign: () => void; onClear: () => void };

/** Has its own space above the table's header, so that no row moves when a patient is selected. */
export function ChoiceBar({ count, onAssign, onClear }: Props) {
  return (
    <div
      className={`flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4.5 py-2 text-small ${count > 0 ? 'bg-blush' : ''}`}
    >
      {count > 0 ? (
        <>
          <p className="font-medium text-brand-ink tabular-nums" aria-live="polite">
            {count} chosen
          </p>
          <CompactButton look="primary" onClick={onAssign}>
            Assign to coach
          </CompactButton>
          <CompactButton look="quiet" onClick={onClear}>
            Clear
          </CompactButton>
        </>
      ) : (
        <>
          <p className="text-soft">Select patients to assign a coach.</p>
          <p aria-hidden="true" className="ml-auto flex items-center gap-2 text-soft max-lg:hidden">
            <Key>↑</Key>
            <Key>↓</Key> move
            <Key>Enter</Key> open
            <Key>/</Key> search
          </p>
        </>
      )}
    </div>
  );
}

const Key = ({ children }: { children: string }) => (
  <kbd className="ml-1 rounded-md border border-line bg-paper px-1.5 font-sans text-[0.8125rem]">
    {children}
  </kbd>
);
