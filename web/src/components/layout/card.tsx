import { useContext, useId, type ReactNode } from 'react';
import { CardLevel } from './card-level.ts';

type Props = {
  /** Names the section and heads it. */
  title?: string;
  /** The heading's id, for a link that leads to it (`useArriveAt`). */
  id?: string;
  /** Shown next to the title: a count. */
  badge?: ReactNode;
  /** At the far end of the title: a link such as See All. */
  action?: ReactNode;
  /** A line below the title. */
  intro?: ReactNode;
  /** A picture from edge to edge above everything. */
  picture?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** A card. With a title it is a section of the page. */
export function Card({ title, id, badge, action, intro, picture, className = '', children }: Props) {
  const ownId = useId();
  const titleId = id ?? ownId;
  const Heading = `h${useContext(CardLevel)}` as const;
  const Frame = title ? 'section' : 'div';
  return (
    <Frame
      aria-labelledby={title ? titleId : undefined}
      className={`overflow-clip rounded-card border border-line bg-card shadow-card ${className}`}
    >
      {picture}
      <div className="p-5 sm:p-6">
        {title && (
          <div className="mb-4">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <div className="flex items-center gap-3">
                <Heading id={titleId} {...(id && { tabIndex: -1 })} className="scroll-mt-6 text-heading">
                  {title}
                </Heading>
                {badge}
              </div>
              {action}
            </div>
            {intro && <p className="mt-1 text-small text-soft">{intro}</p>}
          </div>
        )}
        {children}
      </div>
    </Frame>
  );
}
