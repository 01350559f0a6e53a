import { Phone } from 'lucide-react';
import { useId } from 'react';
import { GET_HELP } from '@domain/copy/get-help.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { emergencyNumber } from '@/lib/clinic/emergency-call.ts';
import { telephone } from '@domain/coach/telephone.ts';
import { useInSight } from './use-in-sight.ts';

type Props = {
  paragraphs: readonly string[];
  /** Without an urgent sign, the card is there for anyone who needs it, with these words about the number. */
  quiet?: (number: string) => string;
  /** The first part of a page that just opened. */
  isFirst?: boolean;
};

/**
 * If something is urgent, scrolls into view and is read aloud right away, whether or not anything was sent.
 */
export function GetHelp({ paragraphs, quiet, isFirst = false }: Props) {
  const isQuiet = quiet !== undefined;
  const titleId = useId();
  const { region, heading } = useInSight(isQuiet ? 'quiet' : isFirst ? 'first' : 'appears');
  const number = emergencyNumber();
  return (
    <section
      ref={region}
      aria-labelledby={titleId}
      className={
        'scroll-my-24 rounded-card bg-learn-soft p-5 text-learn sm:p-6 ' +
        (isQuiet ? '' : 'border-2 border-danger')
      }
    >
      <h2 id={titleId} ref={heading} tabIndex={-1} className="text-heading">
        {GET_HELP.heading}
      </h2>
      {!isQuiet && <p className="mt-2 text-lead font-semibold">{GET_HELP.call(number)}</p>}
      {paragraphs.map((words) => (
        <p key={words} className="mt-2">
          {words}
        </p>
      ))}
      {quiet && <p className="mt-2 font-semibold">{quiet(number)}</p>}
      {number && (
        <LinkButton
          to={telephone(number)}
          look={isQuiet ? 'outline' : 'primary'}
          className="mt-5 w-full sm:w-auto"
        >
          <Phone aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {GET_HELP.button(number)}
        </LinkButton>
      )}
    </section>
  );
}
