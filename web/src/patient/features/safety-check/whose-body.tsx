import { AGREEMENT } from '@domain/copy/agreement.ts';
import type { ApplicatorPerson } from '@domain/safety/agreement.ts';
import { Button } from '@/components/action/button.tsx';

type Props = { person: ApplicatorPerson; name: string | null; onChange: () => void };

/** Says who the questions are about, with a way to name someone else. */
export function WhoseBody({ person, name, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <p>{name ? AGREEMENT.about(name) : AGREEMENT.stated[person]}</p>
      <Button look="quiet" className="-ml-3 sm:-mr-3" onClick={onChange}>
        {person === 'self' ? AGREEMENT.change : AGREEMENT.changeBack}
      </Button>
    </div>
  );
}
