import * as z from 'zod/mini';
import { surfacesOf } from '../../../domain/care-state/surfaces.ts';
import {
  SendCycleRemindersRequest,
  type SendCycleRemindersAnswer,
} from '../../../domain/contracts/schedules/send-cycle-reminders.ts';
import { cycleReminder } from '../../../domain/cycle/reminder.ts';
import { cycleStatus } from '../../../domain/cycle/cycle-status.ts';
import { factsOf, type CycleRows } from '../../../domain/cycle/facts-from-rows.ts';
import { currentStage } from '../../../domain/journey/current.ts';
import { TREATMENT } from '../../../domain/journey/definition.ts';
import type { Progress } from '../../../domain/journey/progress.ts';
import { cycleReminderEmail } from '../../../domain/notifications/cycle-reminder.ts';
import { addDays, type LocalDate } from '../../../domain/time/day.ts';
import { isoFromInstant, type Instant } from '../../../domain/time/instant.ts';
import { instantOf, localDate } from '../../../domain/time/local.ts';
import { isTimeZone, UNSET_CLINIC_ZONE } from '../../../domain/time/zone.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';

/** The answer of `private.cycle_reminder_facts`. */
type Look = CycleRows &
  Progress & {
    userId: string;
    email: string;
    lease: string;
    testing: boolean;
    applicators: boolean;
    consented: boolean;
    zone: string | null;
  };

const AT_ONCE = 50;
const LEASE_SECONDS = 300;
/** In the patient's zone. */
const MORNING = '08:00';
const EVENING = '20:00';

/** Reminds patients who asked for it. A timer may call it any number of times, on any number of servers. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'service',
  input: SendCycleRemindersRequest,
  run: async (_input, context): Promise<z.output<typeof SendCycleRemindersAnswer>> => {
    const { data } = await context.service
      .rpc('lease_cycle_reminders', { p_count: AT_ONCE, p_seconds: LEASE_SECONDS })
      .throwOnError();
    const looks = data as Look[];
    let reminded = 0;
    for (const look of looks) if (await settle(look, context)) reminded += 1;
    return { looked: looks.length, reminded };
  },
});

async function settle(look: Look, context: FunctionContext): Promise<boolean> {
  const now = context.now().getTime();
  const zone = look.zone !== null && isTimeZone(look.zone) ? look.zone : UNSET_CLINIC_ZONE;
  const today = localDate(now, zone);
  const morning = instantOf(today, MORNING, zone);
  const evening = instantOf(today, EVENING, zone);
  const message = now >= morning && now < evening ? messageFor(look, { today, evening }, context) : null;
  const next = now < morning ? morning : instantOf(addDays(today, 1), MORNING, zone);
  const { data } = await context.service
    .rpc('settle_cycle_reminder', {
      p_user: look.userId,
      p_lease: look.lease,
      p_look_after: isoFromInstant(next),
      p_message: message,
    })
    .throwOnError();
  return data === true && message !== null;
}

type Day = { today: LocalDate; evening: Instant };

function messageFor(look: Look, { today, evening }: Day, { portal }: FunctionContext) {
  const { userId, email, consented, careState: state } = look;
  if (!surfacesOf({ state, afterLoss: state === 'after-loss' }).mails.treatment) return null;
  if (!consented || currentStage(look).id !== TREATMENT.id) return null;
  const kind = cycleReminder(cycleStatus(factsOf(look), today), today);
  const isWanted = kind === 'testing' ? look.testing : look.applicators;
  if (kind === null || !isWanted) return null;
  const { subject, text, html } = cycleReminderEmail(portal.siteUrl);
  return {
    key: `cycle:${userId}:${today}:${kind}`,
    recipient: email,
    subject,
    body_text: text,
    body_html: html,
    send_before: isoFromInstant(evening),
  };
}
