import { Clock, Phone, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppointmentType } from '@domain/contracts/fetch-appointment-type.ts';
import { Card } from '@/components/ui/card.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { kindOfCall } from './words.ts';

/** What is being booked. */
export function CallType({ type, children }: { type: AppointmentType | undefined; children: ReactNode }) {
  return (
    <Card>
      {type ? <About type={type} /> : <Placeholder />}
      {children}
    </Card>
  );
}

function About({ type }: { type: AppointmentType }) {
  const Kind = type.interactionType === 'phone_call' ? Phone : Video;
  return (
    <div className="appear">
      <h2 className="text-heading">{type.name}</h2>
      <p className="mt-2 text-soft">{type.description}</p>
      <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-small font-semibold">
        <li className="flex items-center gap-2">
          <Clock aria-hidden="true" strokeWidth={1.75} className="size-4 text-brand" />
          {`${type.duration} minutes`}
        </li>
        <li className="flex items-center gap-2">
          <Kind aria-hidden="true" strokeWidth={1.75} className="size-4 text-brand" />
          {kindOfCall(type)}
        </li>
      </ul>
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
