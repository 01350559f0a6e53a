import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { Spinner } from '@/components/feedback/spinner.tsx';

export type ButtonLook = 'primary' | 'complete' | 'outline' | 'quiet';
type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** One primary action per screen; `complete` finishes a step. */
  look?: ButtonLook;
  /** For a button that sends something, even while idle. */
  busy?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
};

const looks: Record<ButtonLook, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-deep disabled:bg-brand disabled:opacity-75',
  complete:
    'bg-sage text-on-sage hover:bg-sage-deep disabled:not-aria-busy:bg-sage-soft disabled:not-aria-busy:text-sage ' +
    'aria-busy:bg-sage aria-busy:opacity-75',
  outline:
    'border-[1.5px] border-edge/60 text-brand-ink hover:border-brand hover:bg-card disabled:opacity-60',
  quiet: 'text-brand-ink hover:bg-blush/60 disabled:opacity-60',
};

/** For links that look like buttons. */
export const buttonLook = (look: ButtonLook) => `press pill ${looks[look]}`;

/** A busy button cannot be pressed again and shows a spinner; its name stays the same. */
export function Button({
  look = 'primary',
  busy,
  disabled,
  className = '',
  onClick,
  children,
  ...rest
}: Props) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // The second click of a double click may hit the next screen's button in the same place.
    if (busy !== undefined && event.detail > 1) return event.preventDefault();
    onClick?.(event);
  }
  return (
    <button
      type="button"
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonLook(look)} ${className}`}
      onClick={press}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
