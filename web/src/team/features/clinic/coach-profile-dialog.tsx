import { useId, useState } from 'react';
import { PORTRAITS } from '@domain/coach/portraits.ts';
import { MAX_BIO, TeamPeopleRequest, type TeamPerson } from '@domain/contracts/team/team-people.ts';
import { Face } from '@/components/art/face.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Choice } from '@/components/form/choice.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { coach: TeamPerson; onClose: () => void };

const PICTURES: { portrait: string | null; label: string }[] = [
  { portrait: null, label: 'Initials' },
  ...PORTRAITS.map((portrait, at) => ({ portrait, label: `Drawing ${at + 1}` })),
];

export function CoachProfileDialog({ coach, onClose }: Props) {
  const group = useId();
  const [bio, setBio] = useState(coach.bio);
  const [portrait, setPortrait] = useState(coach.portrait);
  const [wrong, setWrong] = useState<string>();
  const { mutate, isPending, error } = useAct({
    name: 'team-people',
    onDone: () => {
      onClose();
      toast({ title: 'Profile saved' });
    },
  });

  function send() {
    const read = TeamPeopleRequest.safeParse({ action: 'profile', id: coach.id, bio, portrait });
    setWrong(read.error?.issues[0]?.message);
    if (read.success) mutate(read.data);
  }

  return (
    <ActDialog
      open
      title="Edit coach profile"
      about={coach.name}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <TextArea
        label="A few words"
        hint={`Shown under the name, at most ${MAX_BIO} characters.`}
        maxLength={MAX_BIO}
        value={bio}
        error={wrong}
        onChange={({ target }) => setBio(target.value)}
      />
      <fieldset className="min-w-0">
        <legend className="font-semibold">Picture</legend>
        <div className="mt-2 grid gap-2 sm:grid-cols-2">
          {PICTURES.map((picture) => (
            <Choice
              key={picture.label}
              type="radio"
              name={group}
              checked={portrait === picture.portrait}
              onChange={() => setPortrait(picture.portrait)}
              label={
                <span className="flex items-center gap-3">
                  <Face name={coach.name} portrait={picture.portrait} className="size-11" />
                  {picture.label}
                </span>
              }
            />
          ))}
        </div>
      </fieldset>
    </ActDialog>
  );
}
