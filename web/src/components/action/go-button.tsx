import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button, type ButtonLook } from './button.tsx';

type Props = { to: string; look?: ButtonLook; className?: string; children: ReactNode };

/** A button that navigates to another portal page. */
export function GoButton({ to, ...button }: Props) {
  const [, navigate] = useLocation();
  return <Button onClick={() => navigate(to)} {...button} />;
}
