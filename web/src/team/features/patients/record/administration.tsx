import { Mail, PenLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { phoneNumberWords } from '@domain/account/phone-number.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { longDay } from '@domain/time/words.ts';
import { addressLines } from '@domain/kit/address-lines.ts';
import { localDate } from '@domain/time/local.ts';
import { ageOn } from '@domain/time/age.ts';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Address } from '@/components/layout/address.tsx';
import { kitWords } from '@/lib/care-team/kit-words.ts';
import { consentWords, DELIVERY_WORDS } from '../administration-words.ts';
import type { AdministrativeRecord } from '../queries.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import { dateAndTimeOf, timeOf, useMinute } from '@/lib/care-team/times.ts';

const MAIL_STATES = { ...DELIVERY_WORDS, dropped: 'Not sent: no longer needed' } as const;
const CHANNELS = { email: 'Email', sms: 'Text message' } as const;

/** An administrator's view of a patient, without health data, call types or the text of emails. */
export function Administration({
  record,
  member: { timeZone },
}: {
  record: AdministrativeRecord;
  member: TeamSession;
}) {
  const now = useMinute();
  const { id, name, email, identity, administration, mails, calls } = record;
  const today = localDate(now, timeZone);
  const [editing, setEditing] = useState(false);
  const [changingEmail, setChangingEmail] = useState(false);
  const { preferredName, pronouns, birthDate, phone, program } = identity;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="text-title wrap-anywhere">{name}</h1>
        <div className="flex flex-wrap gap-1.5">
          <CompactButton look="outline" onClick={() => setChangingEmail(true)}>
            <Mail aria-hidden="true" className="size-4" strokeWidth={1.75} />
            Change email for patient
          </CompactButton>
          <CompactButton look="outline" onClick={() => setEditing(true)}>
            <PenLine aria-hidden="true" className="size-4" strokeWidth={1.75} />
            Edit details
          </CompactButton>
          <Link href={`/team/calendar?book=${id}`} className={compactLook('outline')}>
            Book a call
          </Link>
        </div>
      </div>
      <dl className="mt-4 grid gap-x-8 gap-y-3 rounded-card border border-line bg-card p-4.5 text-small shadow-card sm:grid-cols-2 lg:grid-cols-3">
        <Fact name="Email address">{email}</Fact>
        <Fact name="Phone">{phone ? phoneNumberWords(phone) : '–'}</Fact>
        <Fact name="Date of birth">
          {birthDate ? `${longDay(birthDate)} (age ${ageOn(birthDate, today)})` : '–'}
        </Fact>
        <Fact name="Preferred name">{preferredName ?? '–'}</Fact>
        <Fact name="Pronouns">{pronouns ?? '–'}</Fact>
        <Fact name="Program">{program ?? '–'}</Fact>
        <Fact name="Invited">{dateAndTimeOf(administration.invitedAt, timeZone)}</Fact>
        <Fact name="First sign-in">{dateAndTimeOf(administration.signedInAt, timeZone)}</Fact>
        <Fact name="Consents">{consentWords(administration.consents)}</Fact>
        <Fact name="Kit">
          {kitWords(administration.kit, timeZone, now)}
          {administration.kit.trackingUrl && (
            <span className="block wrap-anywhere text-soft">{administration.kit.trackingUrl}</span>
          )}
        </Fact>
        <Fact name="Shipping address">
          {administration.kit.address ? <Address lines={addressLines(administration.kit.address)} /> : '–'}
        </Fact>
      </dl>
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        <Listed title="Calls" empty="No calls booked yet.">
          {calls.map(({ startsAt, endsAt, status }) => (
            <Line
              key={startsAt}
              first={`${dateAndTimeOf(startsAt, timeZone)} to ${timeOf(endsAt, timeZone)}`}
              second={status === 'booked' ? 'Call' : 'Call, canceled'}
            />
          ))}
        </Listed>
        <Listed
          title="Emails and texts"
          about="About calls and the account. Other messages appear only if we couldn’t deliver them, starting the next day."
          empty="Nothing sent yet."
        >
          {numbered(mails).map(({ at, channel, state, key }) => (
            <Line key={key} first={longDay(at)} second={`${CHANNELS[channel]}: ${MAIL_STATES[state]}`} />
          ))}
        </Listed>
      </div>
      {changingEmail && (
        <ChangeEmailDialog
          patient={id}
          name={name}
          onClose={() => setChangingEmail(false)}
          onDone={() => {
            setChangingEmail(false);
            toast({ title: 'A clinician has been asked to agree' });
          }}
        />
      )}
      {editing && (
        <IdentityDialog
          {...{ id, identity, today }}
          about={name}
          address={administration.kit.address}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false);
            toast({ title: 'Saved' });
          }}
        />
      )}
    </>
  );
}

/** Several can be on the same day. */
const numbered = (mails: AdministrativeRecord['mails']) =>
  mails.map((mail, index) => ({ ...mail, key: `${mail.at} ${index}` }));

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-[0.8125rem] text-soft">{name}</dt>
    <dd className="wrap-anywhere tabular-nums">{children}</dd>
  </div>
);

type ListedProps = { title: string; about?: string; empty: string; children: ReactNode[] };

const Listed = ({ title, about, empty, children }: ListedProps) => (
  <section className="rounded-card border border-line bg-card p-4.5 shadow-card">
    <h2 className="text-[1.25rem]">{title}</h2>
    {about && <p className="mt-1 text-small text-soft">{about}</p>}
    {children.length === 0 ? (
      <p className="mt-2 text-small text-soft">{empty}</p>
    ) : (
      <ul className="mt-2 divide-y divide-line text-small">{children}</ul>
    )}
  </section>
);

const Line = ({ first, second }: { first: string; second: string }) => (
  <li className="flex flex-wrap justify-between gap-x-4 py-2 tabular-nums">
    <span>{first}</span>
    <span className="text-soft">{second}</span>
  </li>
);
