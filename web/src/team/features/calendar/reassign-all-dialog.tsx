import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Select } from '@/components/form/select.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords, isCode } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { slotsQuery } from './queries.ts';
import { takersOf, type Taker } from './takers.ts';
import { whenOf } from './words.ts';

type Props = { calls: readonly CalendarAppointment[]; zone: string; onClose: () => void };

/** Reassigns the calls of an absence to one colleague, if they can take them, and names the others. */
export function ReassignAllDialog({ calls: shown, zone, onClose }: Props) {
  // The calls when the dialog opened. Each reassigned call leaves the list behind it.
  const [calls] = useState(shown);
  const [to, setTo] = useState('');
  const [sending, setSending] = useState<Taker | null>(null);
  const [done, setDone] = useState<readonly string[]>([]);
  const free = useQueries({ queries: calls.map(({ id }) => slotsQuery({ giving: id })) });
  const { mutateAsync, error } = useAct({ name: 'team-calls', onDone: () => undefined });
  const isLoaded = free.every(({ data }) => data !== undefined);
  const takers = takersOf(
    calls,
    free.map(({ data }) => data?.colleagues ?? []),
  );
  // The first colleague can take the most.
  const chosen = sending ?? takers.find(({ id }) => id === to) ?? (isLoaded ? takers[0] : undefined);
  const left = calls.filter((call) => chosen && !chosen.calls.some(({ id }) => id === call.id));

  async function send() {
    if (!chosen) return;
    setSending(chosen);
    const gone = [...done];
    // One after the other: each is a separate change with its own emails, and the first failure is named.
    for (const { id, version } of chosen.calls.filter((call) => !gone.includes(call.id))) {
      try {
        await mutateAsync({ action: 'give', id, version, to: chosen.id });
        gone.push(id);
        setDone([...gone]);
      } catch (problem) {
        if (!isCode(problem, 'slot_taken')) return setSending(null);
      }
    }
    if (gone.length === chosen.calls.length) return onClose();
    setSending(null);
  }

  const failure = error ?? free.find((one) => one.error)?.error ?? null;
  const count = chosen?.calls.length ?? 0;
  return (
    <ActDialog
      open
      title="Reassign all"
      go={isLoaded && takers.length === 0 ? null : 'Reassign'}
      busy={sending !== null}
      failure={failure && failureWords(failure)}
      onSend={() => void send()}
      onClose={onClose}
    >
      {!isLoaded && !failure && <LoadingBlock label="Loading colleagues..." lines={3} />}
      {isLoaded && takers.length === 0 && done.length === 0 && (
        <p>No colleague who takes these calls is free then. Reschedule or cancel each one.</p>
      )}
      {takers.length > 0 && (
        <Select
          label="Reassign all to"
          options={takers.map(({ id, name, calls: able }) => ({
            value: id,
            label: `${name}, can take ${able.length} of ${calls.length}`,
          }))}
          value={chosen?.id ?? ''}
          disabled={sending !== null}
          onChange={({ target }) => setTo(target.value)}
        />
      )}
      {chosen && left.length > 0 && (
        <div>
          <p className="font-semibold">{`${chosen.name} can’t take these calls:`}</p>
          <ul className="mt-1 list-disc pl-5">
            {left.map((call) => (
              <li key={call.id}>{`${call.patient.name}, ${whenOf(call, zone)}`}</li>
            ))}
          </ul>
        </div>
      )}
      {chosen && (
        <p className="text-small text-soft">
          {`${count === 1 ? 'The time stays' : 'The times stay'} the same. We’ll email ${count === 1 ? 'the patient' : `the ${count} patients`}, ${calls[0]!.host.name} and ${chosen.name}.`}
        </p>
      )}
      {done.length > 0 && <output className="block">{`${done.length} of ${calls.length} reassigned`}</output>}
    </ActDialog>
  );
}
