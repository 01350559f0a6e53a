import { useState, type ReactNode } from 'react';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { dayOf } from '@/components/form/calendar-days.ts';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { Actions } from './actions.tsx';
import { Choices } from './choices.tsx';
import { Fields } from './fields.tsx';
import { Overlays } from './overlays.tsx';
import { Surfaces } from './surfaces.tsx';

/** Every component with its states, for developers. Only the development server has it. */
export default function Gallery() {
  useDocumentTitle('Gallery');
  const [today] = useState(() => dayOf(new Date()));
  return (
    <main className="mx-auto max-w-5xl px-4 py-10 sm:px-10">
      <PageHeading caption="Design language" intro="What the portal is made of, in all its states.">
        Gallery
      </PageHeading>
      <Part name="actions">
        <Actions />
      </Part>
      <Part name="fields">
        <Fields today={today} />
      </Part>
      <Part name="choices">
        <Choices />
      </Part>
      <Part name="surfaces">
        <Surfaces />
      </Part>
      <Part name="overlays">
        <Overlays />
      </Part>
    </main>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-part={name} className="-mx-4 px-4">
      {children}
    </div>
  );
}
