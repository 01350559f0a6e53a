import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { EmailChange } from '@domain/contracts/team/team-email-change.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { emailChangesQuery } from '@/lib/care-team/email-changes-query.ts';
import { dateAndTimeOf } from '@/lib/care-team/times.ts';
import { useFreshAct } from '@/lib/care-team/use-fresh-act.ts';
import { FreshCode } from '@/product-components/fresh-code.tsx';
import { Aside } from './asides.tsx';

type Asked = { change: EmailChange; action: 'agree' | 'stop' };

/** Patients’ email addresses that an administrator asked to change, until the 72 hours are over. */
export default function EmailChanges({ zone }: { zone: string }) {
  const { data: changes = [] } = useQuery(emailChangesQuery());
  const [asked, setAsked] = useState<Asked | null>(null);
  if (changes.length === 0) return null;
  return (
    <Aside title="Email changes" count={changes.length}>
      <ul>
        {changes.map((change) => (
          <li
            key={change.id}
            className="border-t border-line px-4.5 py-2.5 text-small leading-snug first:border-t-0"
          >
            <Link
              href={`/team/patients/${change.patient.id}`}
              className="inline-flex items-center font-semibold text-brand-ink underline-offset-4 hover:underline max-sm:-my-3 max-sm:min-h-11"
            >
              {change.patient.name}
            </Link>
            <p className="text-soft">{stateWords(change, zone)}</p>
            <div className="mt-1.5 flex gap-2">
              {change.mayAgree && (
                <CompactButton onClick={() => setAsked({ change, action: 'agree' })}>
                  Agree<span className="sr-only">{`: ${change.patient.name}`}</span>
                </CompactButton>
              )}
              <CompactButton look="quiet" onClick={() => setAsked({ change, action: 'stop' })}>
                {change.mayAgree ? 'Decline' : 'Stop'}
                <span className="sr-only">{`: ${change.patient.name}`}</span>
              </CompactButton>
            </div>
          </li>
        ))}
      </ul>
      {asked && <DecideDialog {...asked} onClose={() => setAsked(null)} />}
    </Aside>
  );
}

const stateWords = ({ askedBy, askedAt, changesAt }: EmailChange, zone: string): string =>
  changesAt === null
    ? `${askedBy ?? 'An administrator'} asked on ${dateAndTimeOf(askedAt, zone)}. Needs a clinician.`
    : `Changes on ${dateAndTimeOf(changesAt, zone)}`;

function DecideDialog({ change, action, onClose }: Asked & { onClose: () => void }) {
  const { send, busy, failure, code } = useFreshAct({ name: 'team-email-change', onDone: onClose });
  const isAgreeing = action === 'agree';
  const title = isAgreeing ? 'Agree' : change.mayAgree ? 'Decline' : 'Stop';
  return (
    <ActDialog
      open
      title={title}
      about={change.patient.name}
      go={title}
      busy={busy}
      failure={failure}
      onSend={() => send({ action, id: change.id })}
      onClose={onClose}
    >
      <dl className="grid gap-2 text-small wrap-anywhere">
        <Fact name="Signs in now with">{change.email}</Fact>
        <Fact name="New email address">{change.newEmail}</Fact>
        <Fact name={`How ${change.askedBy ?? 'the administrator'} checked who is asking`}>
          {change.howChecked}
        </Fact>
      </dl>
      {isAgreeing ? (
        <p className="text-small">
          Talk to the patient yourself first. Codes go to the new address 72 hours after you agree. Until then
          the patient can stop it.{' '}
          {change.isTexted
            ? 'We’ll tell the old address, the new one, and their phone.'
            : 'We’ll tell the old address and the new one. We can’t text this patient, so call the number in the record.'}
        </p>
      ) : (
        <p className="text-small">The patient keeps signing in with the old address.</p>
      )}
      {code && <FreshCode {...code} />}
    </ActDialog>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt className="text-[0.8125rem] text-soft">{name}</dt>
    <dd>{children}</dd>
  </div>
);
