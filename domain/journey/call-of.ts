import type { Phase } from './types.ts';

const SCHEDULE = '/schedule?appointmentType=';

/** The call type that a phase asks to book; null where it asks for none. A call that it only offers is no task. */
export function callOf({ actions }: Phase): string | null {
  const [booking] = actions.flatMap(({ type, linkTo }) =>
    type === 'task' && linkTo?.kind === 'page' && linkTo.path.startsWith(SCHEDULE) ? [linkTo.path] : [],
  );
  return booking?.slice(SCHEDULE.length) ?? null;
}
