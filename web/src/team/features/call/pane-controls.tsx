import { ArrowLeftRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { PANES, type Pane, type usePanes } from './panes.ts';

type Props = { panes: ReturnType<typeof usePanes>; idOf: (pane: Pane) => string };

/** For wide screens: which panes are next to each other. */
export function PaneButtons({ panes }: Pick<Props, 'panes'>) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Panes</legend>
      {PANES.map((pane) => (
        <CompactButton
          key={pane}
          look="quiet"
          disabled={!panes.mayFold(pane)}
          onClick={() => panes.turn(pane)}
        >
          {`${panes.isShown(pane) ? 'Fold' : 'Unfold'} ${pane.toLowerCase()}`}
        </CompactButton>
      ))}
      <CompactButton look="quiet" onClick={panes.swap}>
        <ArrowLeftRight aria-hidden="true" className="size-4" strokeWidth={1.75} />
        Swap panes
      </CompactButton>
    </fieldset>
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** For phones: one pane at a time. The call can be heard on every tab. */
export function PaneTabs({ panes, idOf }: Props) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = PANES[(PANES.indexOf(panes.tab) + step + PANES.length) % PANES.length]!;
    panes.show(next);
    event.currentTarget.querySelector<HTMLElement>(`[aria-controls='${idOf(next)}']`)?.focus();
  }
  return (
    <div role="tablist" aria-label="Panes" tabIndex={-1} className="flex gap-1.5" onKeyDown={move}>
      {PANES.map((pane) => (
        <button
          key={pane}
          type="button"
          role="tab"
          aria-selected={panes.tab === pane}
          aria-controls={idOf(pane)}
          tabIndex={panes.tab === pane ? 0 : -1}
          onClick={() => panes.show(pane)}
          className={`${compactLook(panes.tab === pane ? 'open' : 'quiet')} flex-1`}
        >
          {pane}
        </button>
      ))}
    </div>
  );
}
