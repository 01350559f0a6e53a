import { expect, test } from 'vitest';
import { DEMO_PATIENTS, type DemoPatient } from '../patients.ts';
import { DEMO_TEAM } from '../team.ts';
import { demoClinic } from './clinic.ts';
import { HOURS_BEHIND, ZONES, type Zone } from './addresses.ts';
import type { Life } from './life.ts';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const MONTHS_6 = 190;

const HOURS = [1, 4, 7, 9, 11, 14, 16, 19, 22, 23];

/** Twenty clinics that cover every weekday, day and night. */
const CLINICS = SEEDS.map((seed) => {
  const weekday = WEEKDAYS[seed % 7]!;
  const hour = HOURS[seed % 10]!;
  return { seed, weekday, hour, lives: demoClinic(seed, { weekday, hour }) };
});

const everyone = (check: (life: Life) => void) => {
  for (const { lives } of CLINICS) for (const life of lives) check(life);
};

/** The area codes of each zone, by the North American numbering plan. */
const AREA_CODES: Record<Zone, string> = {
  'America/New_York': '401 404 412 617 718 919 973',
  'America/Chicago': '314 512 608 612 708',
  'America/Denver': '303 505 720 801',
  'America/Los_Angeles': '206 503 510 562 916',
};

const loggedDays = ({
  ovulation = [],
  applicators = [],
  pregnancyTests = [],
  outcomes = [],
  care,
}: DemoPatient) =>
  [...ovulation, ...applicators, ...pregnancyTests, ...outcomes, ...(care?.contacts ?? [])].map(
    (fact) => fact.daysAgo,
  );

test('the same seed makes the same clinic, and another one other people', () => {
  const clock = { weekday: 3, hour: 10 };
  expect(demoClinic(7, clock)).toEqual(demoClinic(7, clock));
  const names = (seed: number) => demoClinic(seed, clock).map(({ patient }) => patient.first);
  expect(names(7)).not.toEqual(names(8));
});

test('about thirty patients, each with a unique first name', () => {
  for (const { lives } of CLINICS) {
    expect(lives).toHaveLength(30);
    const team = DEMO_TEAM.map(({ name }) => name.replace('Dr. ', '').split(' ')[0]);
    expect(new Set([...lives.map(({ patient }) => patient.first), ...team]).size).toBe(30 + team.length);
    expect(new Set(lives.map(({ patient }) => patient.email)).size).toBe(30);
  }
});

test('ages differ, and so do zones', () => {
  for (const { lives } of CLINICS) {
    const ages = lives.map(({ age }) => age);
    expect(new Set(ages).size).toBeGreaterThanOrEqual(15);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(25);
    expect(Math.max(...ages)).toBeLessThanOrEqual(42);
    expect(new Set(lives.map(({ zone }) => zone)).size).toBe(ZONES.length);
  }
});

test('every place in the plan has someone: invited, all four stages and all three cycles', () => {
  for (const { lives } of CLINICS) {
    const places = new Set(
      lives.map(({ patient: { at } }) => (at ? `${at.phase} ${at.cycle ?? ''}`.trim() : 'invited')),
    );
    for (const place of [
      'invited',
      'welcome',
      'consultation-prep',
      'optimize',
      'consultation',
      'ovulation 1',
      'testing 1',
      'ovulation 2',
      'testing 2',
      'ovulation 3',
      'testing 3',
      'post-treatment',
    ])
      expect(places, place).toContain(place);
  }
});

test('nothing happens before consent, nor consent before the invitation, and no history is longer than half a year', () => {
  everyone(({ patient, joinedDaysAgo, invitedDaysAgo, calls, coachNotes, completed, kit }) => {
    if (joinedDaysAgo === null) return;
    expect(invitedDaysAgo).toBeGreaterThan(joinedDaysAgo);
    expect(invitedDaysAgo).toBeLessThan(MONTHS_6);
    const days = [
      ...calls.map(({ daysAgo }) => daysAgo),
      ...coachNotes.map(({ daysAgo }) => daysAgo),
      ...completed.map(({ daysAgo }) => daysAgo),
      ...(kit ? [kit.askedDaysAgo] : []),
      ...loggedDays(patient),
    ];
    for (const daysAgo of days) expect(daysAgo, patient.email).toBeLessThanOrEqual(joinedDaysAgo);
  });
});

test('every note follows a call on its day', () => {
  everyone(({ patient, calls, coachNotes, consultationNotes }) => {
    const held = calls.filter(({ outcome, daysAgo }) => outcome === 'took-place' && daysAgo > 0);
    const days = (clinicians: boolean) =>
      held.filter(({ host }) => host.startsWith('clinician') === clinicians).map(({ daysAgo }) => daysAgo);
    for (const { daysAgo } of consultationNotes) expect(days(true), patient.email).toContain(daysAgo);
    expect(coachNotes.map(({ daysAgo }) => daysAgo)).toEqual(
      coachNotes.map(({ daysAgo }) => daysAgo).sort((one, other) => other - one),
    );
    for (const { daysAgo, at } of coachNotes)
      expect(
        held.some((call) => call.daysAgo === daysAgo && call.at < at),
        patient.email,
      ).toBe(true);
  });
});

test('no two patients live at the same address, have the same phone or read the same words about themselves', () => {
  for (const { lives } of CLINICS) {
    const differ = (what: (life: Life) => unknown, among = lives) =>
      expect(new Set(among.map((life) => JSON.stringify(what(life)))).size).toBe(among.length);
    differ(({ address }) => address);
    differ(({ phone }) => phone);
    differ(
      ({ coachNotes }) => coachNotes,
      lives.filter(({ coachNotes }) => coachNotes.length > 1),
    );
    differ(
      ({ patient }) => patient.care!.conversation!.messages.map(({ text }) => text),
      lives.filter(({ patient }) => patient.care?.conversation),
    );
  }
});

test('every question in a conversation was answered, by the patient’s coach and after consent', () => {
  everyone(({ patient, joinedDaysAgo }) => {
    const messages = patient.care?.conversation?.messages ?? [];
    if (messages.length === 0) return;
    expect(messages[0], patient.email).toMatchObject({ from: 'patient' });
    expect(messages.at(-1)).toMatchObject({ from: 'coach' });
    const moments = messages.map(({ daysAgo, at }) => [999 - daysAgo, at].join(' '));
    expect(moments, patient.email).toEqual([...moments].sort());
    for (const { daysAgo } of messages) expect(daysAgo, patient.email).toBeLessThanOrEqual(joinedDaysAgo!);
    for (const { text } of messages) expect(text).not.toContain('COACH');
  });
});

test('the questionnaire’s answers are consistent', () => {
  everyone(({ patient, answers, partnerAge, age }) => {
    expect(partnerAge === null, patient.email).toBe(!answers.hasPartner);
    expect(answers.hasDonor).toBe(answers.setUp.includes('donor'));
    if (answers.diagnosis !== 'No diagnosis') expect(answers.investigated).toBe('Yes');
    if (partnerAge !== null) expect(Math.abs(partnerAge - age)).toBeLessThanOrEqual(6);
  });
});

test('no one uses an applicator, or tests for one, before the kit arrives', () => {
  everyone(({ patient, kit, calls }) => {
    const used = [...(patient.applicators ?? []), ...(patient.ovulation ?? [])].map(({ daysAgo }) => daysAgo);
    if (used.length === 0) return;
    expect(kit?.arrivedDaysAgo, patient.email).toBeGreaterThan(Math.max(...used));
    expect(kit!.sentDaysAgo).toBeGreaterThan(kit!.arrivedDaysAgo!);
    expect(kit!.askedDaysAgo).toBeGreaterThan(kit!.sentDaysAgo!);
    expect(calls.slice(0, 2).map(({ type }) => type)).toEqual([
      'initial-consultation',
      'meet-your-clinical-coach',
    ]);
  });
});

test('applicators are used on the day of a peak or the next, and a test comes about two weeks after', () => {
  everyone(({ patient: { applicators = [], ovulation = [], pregnancyTests = [], email } }) => {
    const peaks = ovulation.filter(({ result }) => result.startsWith('Peak')).map(({ daysAgo }) => daysAgo);
    for (const { daysAgo } of applicators)
      expect(
        peaks.some((peak) => peak === daysAgo || peak === daysAgo + 1),
        email,
      ).toBe(true);
    for (const { daysAgo, cycle } of pregnancyTests) {
      const last = Math.min(...applicators.filter((use) => use.cycle === cycle).map((use) => use.daysAgo));
      expect(last - daysAgo, email).toBeGreaterThanOrEqual(12);
      expect(last - daysAgo, email).toBeLessThanOrEqual(17);
    }
  });
});

test('the plan is completed in order, and nothing in it is in the future', () => {
  everyone(({ patient, completed }) => {
    const days = completed.map(({ daysAgo }) => daysAgo);
    expect(days, patient.email).toEqual([...days].sort((one, other) => other - one));
    expect(Math.min(...days, 1), patient.email).toBeGreaterThanOrEqual(0);
  });
});

test('a clinician’s calls are on workdays and in the hours of the host, and no host has two at a time', () => {
  for (const { lives, weekday } of CLINICS) {
    const calls = lives.flatMap((life) => life.calls);
    for (const { host, daysAgo, at } of calls) {
      const { days, from, until } = DEMO_TEAM.find(({ email }) => email === host)!.calls!;
      expect(days).toContain(((((weekday - 1 - daysAgo) % 7) + 7) % 7) + 1);
      expect(at >= from && at < until, at).toBe(true);
    }
    const hours = calls.map(({ host, daysAgo, at }) => `${host} ${daysAgo} ${at}`);
    expect(new Set(hours).size).toBe(hours.length);
  }
});

test('whenever the demo is loaded, no call begins at night where the patient lives, and the next one is ahead', () => {
  for (const { lives, hour } of CLINICS) {
    for (const { patient, zone, calls } of lives)
      for (const { daysAgo, at } of calls) {
        const local = Number(at.slice(0, 2)) - HOURS_BEHIND[zone];
        expect(local, patient.email).toBeGreaterThanOrEqual(8);
        expect(local, patient.email).toBeLessThan(20);
        if (daysAgo === 0) expect(Number(at.slice(0, 2)), patient.email).toBeGreaterThan(hour);
      }
    const ahead = lives.flatMap(({ calls }) => calls).filter(({ daysAgo }) => daysAgo <= 0);
    expect(ahead.length).toBeGreaterThanOrEqual(7);
    expect(Math.max(...ahead.map(({ daysAgo }) => daysAgo))).toBeGreaterThanOrEqual(-1);
  }
});

test('calls keep to what the record says about when to call', () => {
  everyone(({ patient: { callsFrom, email, care }, calls }) => {
    const byPhone = (care?.contacts ?? []).filter(({ how }) => how === 'phone');
    for (const { at = '' } of callsFrom ? [...calls, ...byPhone] : [])
      expect(at >= callsFrom!, email).toBe(true);
  });
  const names = DEMO_PATIENTS.filter(({ callsFrom }) => callsFrom).map(({ first }) => first);
  expect(names).toEqual(['Robin', 'Jordan']);
});

test('a phase that a call completes is completed on the day of that call', () => {
  const types = {
    'consultation-prep': 'initial-consultation',
    consultation: 'meet-your-clinical-coach',
  } as const;
  everyone(({ patient, calls, completed }) => {
    for (const [phase, type] of Object.entries(types)) {
      const done = completed.find((each) => each.phase === phase);
      if (done) expect(calls.find((call) => call.type === type)?.daysAgo, patient.email).toBe(done.daysAgo);
    }
  });
});

test('everyone who has signed in has a coach of their own, and talks to no other', () => {
  everyone(({ patient, joinedDaysAgo, calls }) => {
    if (joinedDaysAgo === null) return;
    expect(patient.care?.coach, patient.email).toBeDefined();
    const hosts = calls.map(({ host }) => host).filter((host) => host.startsWith('coach'));
    for (const host of hosts) expect(host, patient.email).toBe(patient.care!.coach);
  });
});

test('a phone’s area code is that of the city where the patient lives', () => {
  everyone(({ phone, address, zone }) => {
    expect(phone).toMatch(/^\+1 \d{3} 555 01\d\d$/);
    expect(phone.split(' ')[1]).toBe(address.areaCode);
    expect(AREA_CODES[zone].split(' ')).toContain(address.areaCode);
  });
});
