import { useId, type ReactNode } from 'react';
import { useWide } from '@/components/layout/use-wide.ts';
import { PaneButtons, PaneTabs } from './pane-controls.tsx';
import type { Pane, usePanes } from './panes.ts';

type Props = {
  /** The patient in the call. */
  name: string;
  panes: ReturnType<typeof usePanes>;
  call: ReactNode;
  record: ReactNode;
  /** The element for the note. */
  notePlace: (place: HTMLElement | null) => void;
};

/** The call next to the record, with the note below the video. Hiding a pane doesn't end the call. */
export function BesideRecord({ name, panes, call, record, notePlace }: Props) {
  const isWide = useWide();
  const id = useId();
  const idOf = (pane: Pane) => `${id}${pane}`;
  const isLeft = panes.isShown('Call') || panes.isShown('Note');
  const part = (pane: Pane) => ({
    id: idOf(pane),
    role: isWide ? 'region' : 'tabpanel',
    'aria-label': pane,
    hidden: !panes.isShown(pane),
  });
  return (
    <main id="main" className="flex h-dvh flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-card px-4 py-2">
        <h1 className="text-[1.25rem] wrap-anywhere">{`Call with ${name}`}</h1>
        {isWide ? <PaneButtons panes={panes} /> : <PaneTabs panes={panes} idOf={idOf} />}
      </header>
      <div className={`flex min-h-0 flex-1 ${panes.isSwapped ? 'flex-row-reverse' : ''}`}>
        <div
          className={`min-h-0 min-w-0 flex-1 basis-0 ${isLeft ? 'flex' : 'hidden'} ${panes.isShown('Record') ? 'flex-col' : panes.isSwapped ? 'flex-row-reverse' : ''}`}
        >
          <div
            {...part('Call')}
            className="relative min-h-0 min-w-0 flex-[2] basis-0 overflow-y-auto overscroll-contain"
          >
            {call}
          </div>
          <div
            {...part('Note')}
            ref={notePlace}
            className="relative min-h-0 min-w-0 flex-[3] basis-0 border-line lg:border-t"
          />
        </div>
        <div
          {...part('Record')}
          className="relative min-h-0 min-w-0 flex-1 basis-0 overflow-y-auto overscroll-contain border-x border-line px-4 pb-8 md:px-7"
        >
          {record}
        </div>
      </div>
    </main>
  );
}
