import type { Progress } from '@domain/journey/progress.ts';
import { Picture } from '@/components/art/picture.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { JourneyFrame } from './journey-frame.tsx';
import { journeyWords } from './journey-words.ts';

/**
 * The patient's place at a glance. `data-part` marks what web/src/first-visit fills in before this code has
 * loaded.
 */
export function JourneyCard({
  programmeName,
  progress,
  rests = false,
  isOver = false,
}: {
  programmeName: string | null;
  progress: Progress;
  /** The plan has no tasks now. */
  rests?: boolean;
  /** A period ended the last cycle. */
  isOver?: boolean;
}) {
  const { programme, title, cycle, phase, picture, bar } = journeyWords(programmeName, progress, {
    rests,
    isOver,
  });
  return (
    <JourneyFrame
      aria-label="Your plan"
      picture={<Picture name={picture} className="absolute inset-0 size-full" />}
    >
      <p data-part="programme" className="caption">
        {programme}
      </p>
      <h2 data-part="title" className="mt-1.5 text-title">
        {title}
      </h2>
      {cycle && (
        <p data-part="cycle" className="mt-1 text-lead">
          {cycle}
        </p>
      )}
      <p data-part="phase" className="mt-1 text-soft">
        {phase}
      </p>
      <div aria-hidden="true" data-part="bar" className="mt-6 flex max-w-80 gap-1.5">
        {bar.map(({ id, colour }) => (
          <span key={id} className={`h-2 flex-1 rounded-full ${colour}`} />
        ))}
      </div>
      <LinkButton to="/overview" look="outline" className="mt-6">
        See your plan
      </LinkButton>
    </JourneyFrame>
  );
}
