import { ArrowUpRight } from 'lucide-react';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import { buttonLook, type ButtonLook } from './button.tsx';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel'> & {
  /** A portal page, any other URL, or mailto:. */
  to: string;
  look?: ButtonLook;
  /** Opens in a new tab. */
  newTab?: boolean;
  children: ReactNode;
};

/** A link that looks like a button, because following it is the main action. */
export function LinkButton({ to, look = 'primary', className = '', ...rest }: Props) {
  return <TextLink to={to} className={`${buttonLook(look)} ${className}`} {...rest} />;
}

/** A link in running text, or alone at the end of a card. */
export function TextLink({
  to,
  newTab = false,
  className = 'text-link',
  children,
  ...rest
}: Omit<Props, 'look'>) {
  if (to.startsWith('/') && !newTab) {
    return (
      <Link href={to} className={className} {...rest}>
        {children}
      </Link>
    );
  }
  const beside = { target: '_blank', rel: 'noreferrer', 'aria-description': 'Opens in a new tab' };
  return (
    <a href={to} className={className} {...(newTab && beside)} {...rest}>
      {children}
      {newTab && <ArrowUpRight aria-hidden="true" strokeWidth={2} className="inline size-4 shrink-0" />}
    </a>
  );
}
