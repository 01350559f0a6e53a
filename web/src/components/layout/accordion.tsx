import { useState, type ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';

type Item = { id: string; title: string; content: ReactNode };
type Props = { items: readonly Item[]; level?: 2 | 3 | 4; defaultOpen?: string };

/** Questions and answers: one is open at a time, and it can be closed again. */
export function Accordion({ items, level = 3, defaultOpen }: Props) {
  const [openId, setOpenId] = useState<string | null>(defaultOpen ?? null);
  return (
    <div>
      {items.map(({ id, title, content }) => (
        <Disclosure
          key={id}
          title={title}
          level={level}
          look="plain"
          open={openId === id}
          onToggle={(open) => setOpenId(open ? id : null)}
        >
          <div className="max-w-prose text-soft">{content}</div>
        </Disclosure>
      ))}
    </div>
  );
}
