import { useEffect, useState, type ReactNode } from 'react';

/** As long as the exit animation takes (`--slow` in the tokens). */
const WAY_OUT = 250;

/** Shows its children while open, and the last ones during the exit animation; after that nothing. */
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
