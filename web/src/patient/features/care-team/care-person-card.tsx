import { Face } from '@/components/art/face.tsx';
import { GoButton } from '@/components/action/go-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import type { CarePerson } from '@/lib/clinic/care-team.ts';

type Props = {
  person: CarePerson;
  withBio?: boolean;
  withLabel?: boolean;
  /** How to reach them. Patients aren't sent to a coach they haven't met. */
  withContact?: boolean;
};

export function CarePersonCard({ person, withBio = true, withLabel = true, withContact = true }: Props) {
  return (
    <Card>
      <div className="flex items-center gap-4">
        <Face {...person} className="size-16" />
        <div className="min-w-0">
          {withLabel && <p className="caption">{person.label}</p>}
          <h2 className="text-lead leading-snug">{person.name}</h2>
          {person.note && <p className="text-small text-soft">{person.note}</p>}
        </div>
      </div>
      {withBio && <p className="mt-4 text-soft">{person.bio}</p>}
      {withContact && (
        <GoButton to="/support" look="outline" className="mt-5 w-full">
          Get in touch
        </GoButton>
      )}
    </Card>
  );
}
