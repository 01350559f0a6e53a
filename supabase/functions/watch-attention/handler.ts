import type { ClinicHours } from '../../../domain/coach/clinic-hours.ts';
import { ALARM_TEXT, alarmKey, ALARMS_TEXT, raisesAlarm } from '../../../domain/worklist/alarm.ts';
import { nextLook } from '../../../domain/worklist/next-look.ts';
import { openItems } from '../../../domain/worklist/open-items.ts';
import { capToMention } from '../../../domain/worklist/rules/cap-too-long.ts';
import { byKey, type Decision } from '../../../domain/worklist/item-with-decision.ts';
import { patientFacts, type PatientRows } from '../../../domain/worklist/facts-from-rows.ts';
import {
  WatchAttentionAnswer,
  WatchAttentionRequest,
} from '../../../domain/contracts/schedules/watch-attention.ts';
import { storedEmail, timerEmail, timerText } from '../../../domain/notifications/care-notices.ts';
import { isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { clinicHours } from '../_shared/team/clinic-hours.ts';

/** `changedIn`: the transaction of the patient's last change. */
type Look = { id: string; changedIn: number };
type ToWatch = { patients: PatientRows[]; decisions: Decision[]; looks: Look[] };

const AT_ONCE = 500;
/** Our server ends a function after ten seconds, even in mid-work. The next call does the rest. */
const WORK_FOR = 5_000;
/** Another server has just checked. */
const RECENT = MINUTE / 2;

/**
 * Runs `itemsOf` for every patient who may have an item. A timer calls it every minute, on any number of
 * servers.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'service',
  input: WatchAttentionRequest,
  run: async (_input, context) => {
    const began = context.now().getTime();
    const { firstSettings } = context.portal;
    // Runs here, because on Supabase a portal has no start.
    await context.service.rpc('keep_first_settings', { p_values: firstSettings }).throwOnError();
    const clinic = await clinicHours(context);
    const done = { looked: 0, alarms: 0 };
    while (context.now().getTime() < began + WORK_FOR) {
      const { looked, alarms } = await watch(context, clinic, began - RECENT);
      done.looked += looked;
      done.alarms += alarms;
      if (looked < AT_ONCE) break;
    }
    return WatchAttentionAnswer.parse(done);
  },
});

async function watch({ service, portal, now: clock }: FunctionContext, clinic: ClinicHours, before: number) {
  const { data } = await service
    .rpc('attention_to_watch', { p_before: isoFromInstant(before), p_count: AT_ONCE })
    .throwOnError();
  const { patients, decisions, looks } = data as ToWatch;
  const now = clock().getTime();
  const decided = byKey(decisions);
  const known = new Map(
    patients.map((rows) => [rows.id, seen(patientFacts(rows, clinic, now), decided, now)]),
  );
  // Runs before the look is recorded. If it fails, the next look repeats it, and the cap's own key limits it
  // to one notice.
  await mentionLateCaps(
    [...known.values()].flatMap(({ lateCap }) => lateCap ?? []),
    { service, portal },
  );
  const { data: alarms } = await service
    .rpc('settle_attention', {
      p_looks: looks.map(({ id, changedIn }) => ({ id, changedIn, ...known.get(id)?.found })),
      // Without a number, the patient reads that no one will see it before the clinic opens.
      p_alarms: portal.dutyPhone === null ? [] : [...known.values()].flatMap((patient) => patient.alarms),
      p_phone: portal.dutyPhone,
      p_text: ALARM_TEXT,
      p_summary: ALARMS_TEXT,
    })
    .throwOnError();
  await service.rpc('order_patients', { p_patients: looks.map(({ id }) => id) }).throwOnError();
  return { looked: looks.length, alarms: alarms as number };
}

async function mentionLateCaps(
  p_caps: readonly { id: string; patient: string; until: string }[],
  { service, portal: { siteUrl } }: Pick<FunctionContext, 'service' | 'portal'>,
): Promise<void> {
  if (p_caps.length === 0) return;
  await service
    .rpc('notify_late_caps', {
      p_caps,
      p_email_content: storedEmail(timerEmail(siteUrl)),
      p_text: timerText(siteUrl),
    })
    .throwOnError();
}

function seen(facts: ReturnType<typeof patientFacts>, decided: ReadonlyMap<string, Decision>, now: number) {
  const open = openItems(facts, decided, now);
  const cap = capToMention(facts, now);
  const next = open.length > 0 ? now : nextLook(facts, now);
  return {
    found: {
      lookAt: next === null ? null : isoFromInstant(next),
      items: open.filter(({ remindAt }) => remindAt === null).length,
      isUrgent: open.some(({ isUrgent }) => isUrgent),
    },
    lateCap: cap && { id: cap.id, patient: facts.id, until: isoFromInstant(cap.until) },
    alarms: open
      .filter((item) => raisesAlarm(item, facts.clinic, now))
      .map((item) => ({ key: alarmKey(item), patient: facts.id })),
  };
}
