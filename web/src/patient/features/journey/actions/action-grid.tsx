import { lazy, Suspense, useState } from 'react';
import type { Consultation } from '@domain/journey/types.ts';
import type { ResolvedAction } from '@domain/journey/actions.ts';
import { externalLink } from '@/lib/clinic/external-links.ts';
import { ActionCard } from './action-card.tsx';
import { variantOf } from './action-look.ts';

const NotesDialog = lazy(() => import('./notes-dialog.tsx'));

type Props = { actions: readonly ResolvedAction[]; size?: 'default' | 'large' };

/** A phase's actions. Those about a consultation open its notes. */
export function ActionGrid({ actions, size = 'default' }: Props) {
  const [notes, setNotes] = useState<Consultation | null>(null);
  const [wasAsked, setWasAsked] = useState(false);

  function openNotes(reference: Consultation | null) {
    setNotes(reference);
    setWasAsked(true);
  }

  return (
    <>
      <ul className={`grid gap-3 ${size === 'default' ? 'xl:grid-cols-2 xl:gap-4' : ''}`}>
        {actions.map((action) => (
          <li key={action.id} className="flex" data-action={action.id}>
            <ActionCard
              {...action}
              variant={variantOf(action.type)}
              size={size}
              {...addressOf(action)}
              onOpen={action.notesReference ? () => openNotes(action.notesReference) : undefined}
            />
          </li>
        ))}
      </ul>
      {wasAsked && (
        <Suspense>
          <NotesDialog reference={notes} onClose={() => setNotes(null)} />
        </Suspense>
      )}
    </>
  );
}

function addressOf({ link }: ResolvedAction): { href: string | null; newTab: boolean } {
  switch (link?.kind) {
    case 'page':
      return { href: link.path, newTab: false };
    case 'external':
      return { href: externalLink(link.key), newTab: true };
    case 'address':
      return { href: link.url, newTab: true };
    default:
      return { href: null, newTab: false };
  }
}
