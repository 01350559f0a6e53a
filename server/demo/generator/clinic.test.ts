import { expect, test } from 'vitest';
import type { DemoPatient } from '../patients.ts';
import { DEMO_TEAM } from '../team.ts';
import { demoClinic } from './clinic.ts';
import { ZONES } from './addresses.ts';
import type { Life } from './life.ts';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const MONTHS_6 = 190;

/** Twenty clinics, among them one for each weekday. */
const CLINICS = SEEDS.map((seed) => ({ seed, weekday: WEEKDAYS[seed % 7]! })).map(({ seed, weekday }) => ({
  seed,
  weekday,
  lives: demoClinic(seed, weekday),
}));

const everyone = (check: (life: Life, weekday: number) => void) => {
  for (const { lives, weekday } of CLINICS) for (const life of lives) check(life, weekday);
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
  expect(demoClinic(7, 3)).toEqual(demoClinic(7, 3));
  const names = (seed: number) => demoClinic(seed, 3).map(({ patient }) => patient.first);
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

test('a clinician’s calls are on workdays and in the hours of the clinic, and no host has two at a time', () => {
  for (const { lives, weekday } of CLINICS) {
    const calls = lives.flatMap((life) => life.calls);
    for (const { type, daysAgo, at } of calls) {
      const day = ((((weekday - 1 - daysAgo) % 7) + 7) % 7) + 1;
      if (type === 'initial-consultation') expect(day).toBeLessThanOrEqual(5);
      expect(at >= '09:00' && at <= '16:00', at).toBe(true);
    }
    const hours = calls.map(({ host, daysAgo, at }) => `${host} ${daysAgo} ${at}`);
    expect(new Set(hours).size).toBe(hours.length);
  }
});
