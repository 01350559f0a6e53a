import type { ReactNode } from 'react';
import type { AppointmentType } from '@domain/contracts/patient/fetch-appointment-type.ts';
import { Card } from '@/components/layout/card.tsx';
import { Skeleton } from '@/components/feedback/skeleton.tsx';

/** The call type that is being booked. */
export function CallType({ type, children }: { type: AppointmentType | undefined; children: ReactNode }) {
  return (
    <Card>
      {type ? <About type={type} /> : <Placeholder />}
      {children}
    </Card>
  );
}

function About({ type }: { type: AppointmentType }) {
  return (
    <div className="appear">
      <h2 className="text-heading">{type.name}</h2>
      <p className="mt-2 text-soft">{type.description}</p>
      {type.ownCoach && (
        <p className="mt-3">{`${type.ownCoach} isn’t taking calls right now, so this call is with ${type.hostName ?? 'another coach from our team'}.`}</p>
      )}
      {type.hostName && !type.ownCoach && <p className="mt-3 font-semibold">{`With ${type.hostName}`}</p>}
    </div>
  );
}

function Placeholder() {
  return (
    <div className="space-y-3">
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}
