import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Guest, GuestAct } from '@domain/contracts/calls/enter-call.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { askCall } from './queries.ts';

/** The channel reports each change right away. This catches a change that came while the connection was lost. */
const LOOK_AGAIN_MS = 5_000;

const guestQuery = (token: string) =>
  queryOptions({
    queryKey: ['call-guest', token],
    queryFn: () => askCall(token),
    refetchInterval: ({ state: { data } }) => (data?.guest ? LOOK_AGAIN_MS : false),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  });

export type GuestOfCall = {
  guest: Guest | null;
  /** Another device that opened the guest's link. */
  nextGuest: Guest | null;
  /** Only for the host. */
  link: string | undefined;
  isIn: boolean;
  act: (act: GuestAct) => void;
  isPending: boolean;
  error: Error | null;
};

/** What ends a call under way. A call past its end continues, and its links have expired. */
const ENDINGS: ReadonlySet<string> = new Set(['cancelled', 'removed', 'replaced']);
const REFUSALS: ReadonlySet<string> = new Set(['unknown_call', 'host_left']);

type Looked = GuestOfCall & {
  look: () => void;
  /** The server says that this call is no longer ours: canceled, reassigned, or its patient lost access. */
  isEnded: boolean;
  /** For a guest: their link was opened on another device. */
  isOpenElsewhere: boolean;
};

/** The call's guest, with what both sides see and decide. */
export function useGuest(token: string): Looked {
  const client = useQueryClient();
  const query = guestQuery(token);
  const { data, error: refusal } = useQuery(query);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (guest: GuestAct) => askCall(token, guest),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  });
  const guest = data?.guest ?? null;
  return {
    guest,
    nextGuest: data?.nextGuest ?? null,
    link: data?.guestLink,
    isIn: guest !== null && guest.agreed && guest.admitted,
    act: mutate,
    isPending,
    error,
    look: () => void client.invalidateQueries({ queryKey: query.queryKey }),
    isEnded: (data && ENDINGS.has(data.state)) || (refusal instanceof AppError && REFUSALS.has(refusal.code)),
    isOpenElsewhere: data?.otherDevice ?? false,
  };
}
