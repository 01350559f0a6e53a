import type * as z from 'zod/mini';
import type { TeamPatientAnswer } from '@domain/contracts/team/team-patient.ts';
import type { TeamPatientsAnswer } from '@domain/contracts/team/team-patients.ts';

export const ADA = '11111111-1111-4111-8111-111111111111';
export const BEA = '22222222-2222-4222-8222-222222222222';
export const NOTE = '33333333-3333-4333-8333-333333333333';
export const DRAFT = '44444444-4444-4444-8444-444444444444';

export const list: z.output<typeof TeamPatientsAnswer> = {
  patients: [
    {
      id: ADA,
      name: 'Ada Okafor',
      summary: {
        email: 'ada.okafor@example.com',
        stage: 3,
        cycle: 2,
        phase: 'applicators',
        status: 'Paused',
        careState: 'paused',
        lastLogAt: '2026-11-07T12:00:00Z',
        attention: { items: 2, urgent: true },
        nextCall: { startsAt: '2026-11-21T19:30:00Z', name: 'Clinical Coach Support Call' },
        coach: null,
      },
    },
    { id: BEA, name: 'Bea Boyd' },
  ],
  page: 1,
  pages: 1,
  total: 2,
};

type Whole = Extract<z.output<typeof TeamPatientAnswer>, { access: 'record' }>;

export const record: Whole = {
  id: ADA,
  name: 'Ada Okafor',
  email: 'ada.okafor@example.com',
  access: 'record',
  profile: {
    firstName: 'Ada',
    identity: {
      preferredName: null,
      pronouns: 'she/her',
      birthDate: '1992-03-14',
      phone: '+1 555 0100',
      program: null,
    },
    timeZone: 'America/Chicago',
    age: 34,
    familySetUp: 'Same-sex couple with sperm donor',
    status: 'Paused',
    stage: 3,
    cycle: 2,
    phase: 'applicators',
    coach: null,
    leavesAt: null,
    isAnotherCoachs: false,
    openedFor: null,
  },
  careState: 'paused',
  care: {
    since: '2026-11-10',
    afterPositive: false,
    afterLoss: false,
    resumeNamesCycle: false,
    pause: { until: '2026-12-01', isOver: false },
    safetyCheck: null,
    acts: ['pause', 'resume', 'stop'],
  },
  questionnaire: {
    user_age: 34,
    infertility_diagnosis: ['PCOS', 'Endometriosis'],
    family_set_up_other: null,
  },
  alerts: [],
  colleagues: [],
  kit: { trackingUrl: null, askedAt: null, sentOn: null, arrivedAt: null, address: null },
  drafts: [
    {
      id: DRAFT,
      version: 3,
      kind: 'medical',
      reference: null,
      title: 'Begun yesterday',
      date: '2026-11-15',
      text: 'As far as it went',
      savedAt: '2026-11-15T12:00:00Z',
      begunBy: null,
    },
  ],
  cycle: {
    day: null,
    today: '2026-11-16',
    periods: [],
    applicatorsUsedOn: [],
    applicators: [],
    hasForecast: false,
  },
  plan: { completable: [], reopenable: [], cycleUnderWay: 1 },
  results: [],
  older: [],
  timeline: [
    {
      kind: 'note',
      id: NOTE,
      at: '2026-11-12T12:00:00Z',
      title: 'After our call',
      text: 'Take **one** step',
      who: { name: 'Marisol Vega', role: 'coach' },
      note: {
        id: NOTE,
        kind: 'medical',
        reference: null,
        title: 'After our call',
        notedOn: '2026-11-12',
        text: 'Take **one** step',
        at: '2026-11-12T12:00:00Z',
        author: { name: 'Marisol Vega', role: 'coach', signedAt: '2026-11-12T12:00:00Z' },
        addenda: [],
        withdrawn: null,
      },
    },
    {
      kind: 'result',
      id: BEA,
      at: '2026-11-07T12:00:00Z',
      title: 'Ovulation test',
      text: 'Peak (Positive LH Surge)',
      who: null,
      canUndo: true,
    },
  ],
};
