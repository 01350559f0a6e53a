import { Face } from '@/components/art/face.tsx';
import { Card } from '@/components/layout/card.tsx';
import type { CarePerson } from '@/lib/clinic/care-team.ts';

export function CoachProfile({ person }: { person: CarePerson }) {
  return (
    <Card>
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-7 sm:p-2">
        <Face {...person} className="size-24 sm:size-32" />
        <div className="min-w-0">
          <p className="caption">{person.label}</p>
          <h2 className="mt-0.5 text-title wrap-anywhere">{person.name}</h2>
          {person.note && <p className="text-soft">{person.note}</p>}
          {person.bio && <p className="mt-2 max-w-prose text-lead text-soft">{person.bio}</p>}
        </div>
      </div>
    </Card>
  );
}
