import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { cameFromHere } from './came-from-here.ts';

/** Leads back to the previous page if it was ours, otherwise to Home. */
export function BackLink() {
  const [, navigate] = useLocation();

  function goBack(event: MouseEvent) {
    event.preventDefault();
    if (cameFromHere()) history.back();
    else navigate('/home');
  }

  return (
    <a
      href="/home"
      onClick={goBack}
      className="press -ml-2 inline-flex min-h-11 items-center gap-2 rounded-field px-2 font-semibold text-brand-ink hover:underline print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
      Back
    </a>
  );
}
