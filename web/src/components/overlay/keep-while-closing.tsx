import { useEffect, useState, type ReactNode } from 'react';

/** As long as the way out of the screen takes (`--slow` in the tokens). */
const WAY_OUT = 250;

/** Shows its children while open, and what they were last for the moment it takes to leave; after that nothing. */
export function KeepWhileClosing({ open, children }: { open: boolean; children: ReactNode }) {
  const [last, setLast] = useState<ReactNode>(null);
  if (open && last !== children) setLast(children);

  useEffect(() => {
    if (open) return undefined;
    const timer = setTimeout(() => setLast(null), WAY_OUT);
    return () => clearTimeout(timer);
  }, [open]);

  return open ? children : last;
}
