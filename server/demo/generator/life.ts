import { findStep, JOURNEY } from '../../../domain/journey/definition.ts';
import { stepsOf } from '../../../domain/journey/outline.ts';
import type { Moment } from '../moments.ts';
import type { CallType, DemoPatient } from '../patients.ts';
import { addressIn, CLINIC_ZONE, type Address, type Zone } from './addresses.ts';
import { answersOf, type Answers } from './answers.ts';
import { callsOf, onWorkday, type Call, type Clock, type Diary } from './calls.ts';
import { coachNotes, consultationNote, reviewNote, type Note } from './notes.ts';
import type { Random } from './random.ts';
import { usesOf, type Use } from './uses.ts';

type Kit = {
  askedDaysAgo: number;
  sentDaysAgo: number | null;
  arrivedDaysAgo: number | null;
  hasAddress: boolean;
  trackingUrl: string | null;
};

/** A patient's history, with each fact after the facts it needs. */
export type Life = {
  patient: DemoPatient;
  zone: Zone;
  age: number;
  partnerAge: number | null;
  address: Address;
  phone: string;
  answers: Answers;
  /** The number of minutes (0 to 29) by which this patient's mornings differ from everyone else's. */
  minutes: number;
  invitedDaysAgo: number;
  /** Null for someone who never signed in. Everything else happens after it. */
  joinedDaysAgo: number | null;
  completed: { phase: string; stage: number; cycle: number | null; daysAgo: number }[];
  kit: Kit | null;
  calls: Call[];
  uses: Use[];
  /** The clinician's notes, after their calls. */
  consultationNotes: { reference: string; content: string; daysAgo: number }[];
  /** The coach's notes, oldest first. */
  coachNotes: Note[];
};

/** A time in the clinic's zone when the day's calls are over. */
const NOTE_AT = '17:20';

type Around = {
  clock: Clock;
  diary: Diary;
  age: number;
  detail: string;
  number: number;
};

/** A history built around a demo patient's facts: their place in the plan, tests, applicators and kit. */
export function lifeOf(
  patient: DemoPatient,
  random: Random,
  { clock, diary, age, detail, number }: Around,
): Life {
  const answers = answersOf(random, { needsDonor: patient.safetyCheck !== undefined });
  const zone = patient.zone ?? CLINIC_ZONE;
  const address = addressIn(zone, random);
  const who = {
    patient,
    zone,
    age,
    partnerAge: answers.hasPartner ? age + random.between(-3, 6) : null,
    address,
    phone: `+1 ${address.areaCode} 555 01${String(number + 10)}`,
    answers,
    minutes: random.between(0, 29),
    uses: usesOf(patient, random),
  };
  const { at } = patient;
  if (!at)
    return {
      ...who,
      invitedDaysAgo: patient.invitedDaysAgo ?? 2,
      joinedDaysAgo: null,
      completed: [],
      kit: null,
      calls: [],
      consultationNotes: [],
      coachNotes: [],
    };
  const days = milestones(patient, random, clock.weekday);
  const calls = callsOf(patient, days, { random, diary, clock, zone });
  return {
    ...who,
    invitedDaysAgo: days.joined + random.between(1, 3),
    joinedDaysAgo: days.joined,
    completed: completedBefore(patient, at, {
      ...days,
      consultation: dayOfCall(calls, 'initial-consultation'),
      coachCall: dayOfCall(calls, 'meet-your-clinical-coach'),
    }),
    kit: days.kit,
    calls,
    consultationNotes: consultationNotesOf(patient, { random, answers, calls }),
    coachNotes: patient.medicalNotes
      ? coachNotes(random, { first: patient.first, detail }, momentsOf(calls))
      : [],
  };
}

function consultationNotesOf(
  { consultations = [], periods = [], pregnancyTests = [] }: DemoPatient,
  { random, answers, calls }: { random: Random; answers: Answers; calls: Call[] },
): Life['consultationNotes'] {
  const lengths = periods.slice(1).map((start, index) => periods[index]! - start);
  const isIrregular = Math.max(0, ...lengths) - Math.min(...lengths, 99) > 7;
  const isPregnant = pregnancyTests.some(({ result }) => result === 'positive');
  return consultations.map((reference) => ({
    reference,
    content:
      reference === 'initial-consultation'
        ? consultationNote(random, answers, isIrregular)
        : reviewNote(isPregnant),
    daysAgo: calls.find(({ type }) => type === reference)!.daysAgo,
  }));
}

/** Null if it isn't over. */
const dayOfCall = (calls: Call[], type: CallType): number | null =>
  calls.find((call) => call.type === type && call.daysAgo > 0)?.daysAgo ?? null;

const after = (call: Call | undefined): Moment | null =>
  call ? { daysAgo: call.daysAgo, at: NOTE_AT } : null;

const momentsOf = (calls: Call[]): Parameters<typeof coachNotes>[2] => {
  const held = calls.filter(({ outcome, daysAgo }) => outcome === 'took-place' && daysAgo > 0);
  return {
    consultation: after(held.find(({ type }) => type === 'initial-consultation')),
    coachCall: after(held.find(({ type }) => type === 'meet-your-clinical-coach')),
    later: held
      .filter(({ type }) => type === 'clinical-coach-support-call')
      .map((call) => after(call)!)
      .sort((one, other) => other.daysAgo - one.daysAgo),
  };
};

type Days = {
  joined: number;
  consultation: number | null;
  kit: Kit | null;
  coachCall: number | null;
};

const ORDER = JOURNEY.flatMap(stepsOf);
const placeOf = ({ phase, cycle }: NonNullable<DemoPatient['at']>): number => {
  const place = findStep(phase, cycle ?? null);
  return ORDER.findIndex((step) => step.phase === place?.phase && step.cycle === place.cycle);
};
const PLACE = {
  optimize: ORDER.findIndex(({ phase }) => phase.id === 'optimize'),
  coachCall: ORDER.findIndex(({ phase }) => phase.id === 'consultation'),
};

/** Counted back from the patient's current place, because each fact needs the ones before it. */
function milestones(patient: DemoPatient, random: Random, weekday: number): Days {
  const at = patient.at!;
  const place = placeOf(at);
  const begun = Math.max(at.daysHere, ...treatmentDays(patient));
  if (place < PLACE.optimize)
    return {
      joined: at.daysHere + (place > 0 ? random.between(1, 3) : 0),
      consultation: null,
      kit: null,
      coachCall: null,
    };
  const coachCall = place > PLACE.coachCall ? begun + random.between(2, 5) : null;
  const kit = kitOf(patient, { before: coachCall ?? at.daysHere, isThere: place >= PLACE.coachCall }, random);
  // The kit is requested on the day of the consultation or the next.
  const consultation = onWorkday((kit?.askedDaysAgo ?? at.daysHere) + random.between(0, 1), weekday);
  return { joined: consultation + random.between(5, 9), consultation, kit, coachCall };
}

/** Entries about treatment. Periods are left out, because patients may report earlier ones. */
const treatmentDays = ({ ovulation = [], applicators = [], pregnancyTests = [] }: DemoPatient): number[] =>
  [...ovulation, ...applicators, ...pregnancyTests].map(({ daysAgo }) => daysAgo + 1);

function kitOf(
  { kit, at }: DemoPatient,
  { before, isThere }: { before: number; isThere: boolean },
  random: Random,
): Kit | null {
  const hasAddress = kit?.hasAddress ?? true;
  if (!isThere) {
    const sent = kit?.sentDaysAgo ?? null;
    const asked = Math.max((sent ?? 0) + 1, at!.daysHere);
    return kit
      ? {
          askedDaysAgo: asked,
          sentDaysAgo: sent,
          arrivedDaysAgo: null,
          hasAddress,
          trackingUrl: kit.trackingUrl ?? null,
        }
      : null;
  }
  const arrived = Math.max(kit?.arrivedDaysAgo ?? 0, before + random.between(2, 4));
  const sent = Math.max(kit?.sentDaysAgo ?? 0, arrived + random.between(2, 4));
  return {
    askedDaysAgo: sent + random.between(1, 2),
    sentDaysAgo: sent,
    arrivedDaysAgo: arrived,
    hasAddress,
    trackingUrl: kit?.trackingUrl ?? `https://example.com/track/BEA-${random.between(1500, 1960)}`,
  };
}

/**
 * Every step before the patient's place, on the day of the fact that completed it and never after the next
 * step.
 */
function completedBefore(
  patient: DemoPatient,
  at: NonNullable<DemoPatient['at']>,
  days: Days,
): Life['completed'] {
  const done = ORDER.slice(0, placeOf(at));
  const completed: Life['completed'] = [];
  let latest = days.joined;
  for (const { stage, phase, cycle } of done) {
    const known = dayOf(patient, days, phase.id, cycle);
    latest = Math.min(latest, known ?? latest);
    completed.push({ phase: phase.id, stage: stage.number, cycle, daysAgo: latest });
  }
  return completed;
}

function dayOf(patient: DemoPatient, days: Days, phase: string, cycle: number | null): number | null {
  const used = (patient.applicators ?? []).filter((use) => use.cycle === cycle).map(({ daysAgo }) => daysAgo);
  const peak = used.length > 0 ? Math.max(...used) : null;
  switch (phase) {
    case 'welcome':
      return days.joined;
    case 'consultation-prep':
      return days.consultation;
    case 'optimize':
      return days.kit?.arrivedDaysAgo ?? null;
    case 'consultation':
      return days.coachCall;
    case 'ovulation':
    case 'abstinence':
      return peak;
    case 'applicators':
      return used.length > 0 ? Math.min(...used) : null;
    default:
      return (patient.pregnancyTests ?? []).find((test) => test.cycle === cycle)?.daysAgo ?? null;
  }
}
