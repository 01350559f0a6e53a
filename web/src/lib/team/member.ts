import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callFunction } from '@/lib/backend/call-function.ts';

export const Role = z.enum(['coach', 'clinician', 'administrator']);
export type Role = z.output<typeof Role>;

const Member = z.object({ id: z.guid(), name: z.string(), role: Role, timeZone: z.string() });
/** A person of the care team, with a second factor and a role that count at this moment. */
export type Member = z.output<typeof Member>;

/** Who of the care team is signed in. Asked once, as a window that comes to the front is no act. */
export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['team-member', userId],
    queryFn: () => callFunction('team-session', { method: 'GET', answer: Member }),
    staleTime: Infinity,
  });

/** Tells the server that somebody is at work, which keeps their session, and hears whether they still may be. */
export const reportAct = () => callFunction('team-session', { answer: Member });
