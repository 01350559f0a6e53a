import { useId, useState, type FormEvent } from 'react';
import { instantFromIso } from '@domain/time/instant.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { Confirm } from '@/components/overlay/confirm.tsx';
import { longDate } from '@/lib/dates/dates.ts';
import { useRemovePasskey, useRenamePasskey, type Passkey } from './queries.ts';

type Props = { userId: string; passkey: Passkey };

const MAX_NAME = 60;
const dayOf = (moment: string) => longDate(instantFromIso(moment));

export function PasskeyRow({ userId, passkey }: Props) {
  const nameId = useId();
  const [asking, setAsking] = useState<'name' | 'remove' | null>(null);
  const remove = useRemovePasskey(userId);
  const close = () => setAsking(null);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      {asking === 'name' ? (
        <Rename userId={userId} passkey={passkey} onEnd={close} />
      ) : (
        <>
          <div className="min-w-0">
            <p id={nameId} className="font-semibold wrap-anywhere">
              {passkey.name}
            </p>
            <p className="text-small text-soft">
              {`Added ${dayOf(passkey.addedAt)}. ${passkey.usedAt ? `Last used ${dayOf(passkey.usedAt)}.` : 'Not used yet.'}`}
            </p>
          </div>
          <div className="-ml-6 flex sm:-mr-6 sm:ml-0">
            <Button look="quiet" aria-describedby={nameId} onClick={() => setAsking('name')}>
              Rename
            </Button>
            <Button look="quiet" aria-describedby={nameId} onClick={() => setAsking('remove')}>
              Remove
            </Button>
          </div>
        </>
      )}
      <Confirm
        open={asking === 'remove'}
        title="Remove this passkey?"
        keep="Keep it"
        go="Remove"
        busy={remove.isPending}
        onGo={() => remove.mutate(passkey.id, { onSettled: close })}
        onClose={close}
      >
        <p>
          {`“${passkey.name}” will no longer sign you in, and you’ll be signed out on devices where it did. You can still get a code by email.`}
        </p>
      </Confirm>
    </li>
  );
}

function Rename({ userId, passkey, onEnd }: Props & { onEnd: () => void }) {
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string>();
  const rename = useRenamePasskey(userId);

  function save(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return setError('Enter a name.');
    rename.mutate({ id: passkey.id, name: wanted }, { onSuccess: onEnd });
  }

  return (
    <form onSubmit={save} noValidate className="w-full">
      <Field
        label="Name"
        name="passkey-name"
        autoComplete="off"
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={error}
      />
      <div className="mt-3 flex gap-3">
        <Button type="submit" busy={rename.isPending}>
          Save
        </Button>
        <Button look="quiet" disabled={rename.isPending} onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
