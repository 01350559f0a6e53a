import { Mail, Phone } from 'lucide-react';
import { useId } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';

/** Whom to reach and how; what a clinic has not set is empty. */
export type Help = {
  heading: string;
  /** Each as a link that dials, with what is said before and after it. */
  numbers: readonly { before: string; label: string; to: string; after: string }[];
  mail: { before: string; label: string; to: string; after: string };
  /** Where there is no number for an emergency: in words. */
  emergency: string;
};

/** How to reach somebody, wherever a page speaks of a body or says to call: by number where there is one, else how else. */
export function HelpNumbers({ heading, numbers, mail, emergency }: Help) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="rounded-field border border-line bg-card px-4 py-3.5 text-ink"
    >
      <p id={titleId} className="font-semibold">
        {heading}
      </p>
      <ul className="mt-1.5 space-y-1.5">
        {[...numbers, mail].map((line) => (
          <li key={line.to} className="flex gap-3">
            <Line {...line} />
          </li>
        ))}
        {emergency && <li className="pl-8">{emergency}</li>}
      </ul>
    </section>
  );
}

function Line({ before, label, to, after }: Help['mail']) {
  const Icon = to.startsWith('tel:') ? Phone : Mail;
  return (
    <>
      <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
      <p className="min-w-0 wrap-anywhere">
        {before} <TextLink to={to}>{label}</TextLink>
        {after}
      </p>
    </>
  );
}
