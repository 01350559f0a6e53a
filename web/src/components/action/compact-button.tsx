import type { ButtonHTMLAttributes, Ref } from 'react';
import { Spinner } from '@/components/feedback/spinner.tsx';

type Look = 'primary' | 'outline' | 'quiet' | 'open';

const looks: Record<Look, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-deep px-4',
  outline: 'border border-edge/60 text-brand-ink hover:border-brand hover:bg-card px-3',
  quiet: 'text-brand-ink hover:bg-blush/60 px-3',
  /** Its panel is open. */
  open: 'border border-brand bg-blush text-brand-ink px-3',
};

/** Drawn 34 px high with a 44 px target; on phones it is drawn at 44 px. */
const compact =
  'press relative inline-flex min-h-[2.125rem] items-center justify-center gap-2 rounded-full py-1 text-small ' +
  'font-semibold whitespace-nowrap after:absolute after:-inset-y-[0.3125rem] after:inset-x-0 max-sm:min-h-11 ' +
  'max-sm:after:hidden disabled:opacity-60';

export const compactLook = (look: Look): string => `${compact} ${looks[look]}`;

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look;
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function CompactButton({
  look = 'outline',
  busy = false,
  disabled,
  className = '',
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${compactLook(look)} ${className}`}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
