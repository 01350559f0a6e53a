import type { Phase } from './types.ts';

const SCHEDULE = '/schedule?appointmentType=';

/** The call type a phase asks to book. Null if there is none. An optional call is not a task. */
export function callOf({ actions }: Phase): string | null {
  const [booking] = actions.flatMap(({ type, linkTo }) =>
    type === 'task' && linkTo?.kind === 'page' && linkTo.path.startsWith(SCHEDULE) ? [linkTo.path] : [],
  );
  return booking?.slice(SCHEDULE.length) ?? null;
}
