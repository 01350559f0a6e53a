import type { ButtonHTMLAttributes, ComponentType, Ref } from 'react';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  /** The accessible name: what the button does. */
  label: string;
  icon: ComponentType<{ className?: string; strokeWidth?: number }>;
  ref?: Ref<HTMLButtonElement>;
};

export const roundButton =
  'press grid size-12 shrink-0 place-items-center rounded-full text-ink hover:bg-blush/60 disabled:opacity-40 ' +
  'disabled:hover:bg-transparent';

export function IconButton({ label, icon: Icon, className = '', ...rest }: Props) {
  return (
    <button type="button" aria-label={label} className={`${roundButton} ${className}`} {...rest}>
      <Icon className="size-6" strokeWidth={1.75} />
    </button>
  );
}
