import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';

type Props = { title: string; text: string; to: string };

/** A link with a line that explains it. */
export function ChoiceRow({ title, text, to }: Props) {
  const id = useId();
  return (
    <div className="press relative flex w-full items-center gap-4 rounded-card border border-line bg-card p-5 text-left shadow-card hover:border-brand/50 hover:bg-blush/20">
      <span className="min-w-0 flex-1">
        <Link
          href={to}
          aria-describedby={`${id}text`}
          className="whole-card block font-display text-lead font-medium"
        >
          {title}
        </Link>
        <span id={`${id}text`} className="mt-0.5 block text-soft">
          {text}
        </span>
      </span>
      <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-brand" />
    </div>
  );
}
