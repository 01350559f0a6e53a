import { X } from 'lucide-react';
import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '@/components/action/icon-button.tsx';
import { About } from '@/components/overlay/about.ts';
import { Drawer } from '@/components/overlay/drawer.tsx';
import { useWide } from '@/components/layout/use-wide.ts';
import { InPaneContext } from './in-call.ts';

type Props = { title: string; state: ReactNode; fields: ReactNode; foot: ReactNode; onClose: () => void };

/** Next to the timeline, in view while that scrolls. On small screens, a sheet over everything. */
export function SidePanel({ title, state, fields, foot, onClose }: Props) {
  const isWide = useWide();
  const about = useContext(About);
  const panel = useRef<HTMLElement>(null);
  const isPane = useContext(InPaneContext);

  const isLoaded = foot !== null;
  // Whole in view, with its foot, next to the timeline; anyone who opened it writes next.
  useEffect(() => {
    if (!isLoaded) return;
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current
      ?.querySelector<HTMLElement>('input:not([type=date]), textarea')
      ?.focus({ preventScroll: true });
  }, [isLoaded]);

  if (isPane)
    return (
      <section aria-labelledby="panel-title" className="dense flex h-full min-h-0 flex-col bg-card">
        <h2 id="panel-title" className="px-4.5 pt-3 text-[1.25rem]">
          {title}
        </h2>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4.5 pb-4">
          {state}
          <div className="mt-2">{fields}</div>
        </div>
        <footer className="border-t border-line px-4.5 py-3">{foot}</footer>
      </section>
    );
  if (!isWide) {
    return (
      <Drawer open onClose={onClose} title={title} footer={foot}>
        <div className="dense">
          <div className="sticky top-0 z-5 -mt-1 mb-3 pr-14">{about}</div>
          {state}
          <div className="mt-3">{fields}</div>
        </div>
      </Drawer>
    );
  }
  return (
    <aside
      ref={panel}
      aria-labelledby="panel-title"
      className="dense sticky top-[4.75rem] flex scroll-mt-[4.75rem] max-h-[calc(100dvh-5.75rem)] flex-col overflow-clip rounded-card border border-line bg-card shadow-card"
    >
      <header className="flex items-start justify-between gap-3 pt-3 pr-2 pl-4.5">
        <div className="min-w-0 pt-1.5">
          <h2 id="panel-title" className="text-[1.25rem]">
            {title}
          </h2>
        </div>
        <IconButton label="Close" icon={X} onClick={onClose} className="size-11" />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4.5 pb-4">
        {state}
        <div className="mt-2">{fields}</div>
      </div>
      <footer className="border-t border-line px-4.5 py-3">{foot}</footer>
    </aside>
  );
}
