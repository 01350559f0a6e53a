import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  EnterCallAnswer,
  type CallPart,
  type Guest,
  type GuestAct,
} from '@domain/contracts/calls/enter-call.ts';
import { callFunction } from '@/lib/backend/call-function.ts';

/** The channel reports each change right away. This catches a change that came while the connection was lost. */
const LOOK_AGAIN_MS = 5_000;

const guestQuery = (token: string) =>
  queryOptions({
    queryKey: ['call-guest', token],
    queryFn: () => callFunction('enter-call', { body: { token }, answer: EnterCallAnswer }),
    refetchInterval: ({ state: { data } }) => (data?.guest ? LOOK_AGAIN_MS : false),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  });

export type GuestOfCall = {
  guest: Guest | null;
  /** Only for the host. */
  link: string | undefined;
  isIn: boolean;
  act: (act: GuestAct) => void;
  isPending: boolean;
  error: Error | null;
};

/** The call's guest, with what both sides see and decide. */
export function useGuest(token: string, part: CallPart): GuestOfCall & { look: () => void } {
  const client = useQueryClient();
  const query = guestQuery(token);
  const { data } = useQuery({ ...query, enabled: part !== 'guest' });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (guest: GuestAct) =>
      callFunction('enter-call', { body: { token, guest }, answer: EnterCallAnswer }),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  });
  const guest = data?.guest ?? null;
  return {
    guest,
    link: data?.guestLink,
    isIn: guest !== null && guest.agreed && guest.admitted,
    act: mutate,
    isPending,
    error,
    look: () => void client.invalidateQueries({ queryKey: query.queryKey }),
  };
}
