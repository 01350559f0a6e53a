import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button, type ButtonLook } from './button.tsx';

type Props = { to: string; look?: ButtonLook; className?: string; children: ReactNode };

/** A button whose work is to go to another page of the portal. */
export function GoButton({ to, ...button }: Props) {
  const [, navigate] = useLocation();
  return <Button onClick={() => navigate(to)} {...button} />;
}
