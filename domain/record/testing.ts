import type { RecordFacts } from '../contracts/team/record-facts.ts';

export const ID = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
export const LIND = { name: 'Dr. Lind', role: 'clinician' };

export const FACTS: RecordFacts = {
  results: [
    {
      id: ID(1),
      type: 'PREGNANCY',
      result: 'negative',
      cycle: 1,
      takenAt: '2026-03-05T08:00:00+00:00',
      takenOn: '2026-03-05',
      receivedAt: '2026-03-05T08:00:00+00:00',
      loggedBy: null,
    },
    {
      id: ID(2),
      type: 'ovulation',
      result: 'Peak (Positive LH Surge)',
      cycle: null,
      takenAt: '2026-03-01T08:00:00Z',
      takenOn: '2026-03-01',
      receivedAt: '2026-03-01T08:00:00Z',
      loggedBy: null,
    },
  ],
  earlier: [],
  surveys: [
    {
      id: ID(3),
      survey: 'applicator-use',
      answers: ['2026-03-02', '1', 'No', '', '30 minutes', '4 to 5 hours', 'Found it difficult', 'It hurt'],
      at: '2026-03-02T20:00:00Z',
      loggedBy: null,
      canUndo: false,
    },
  ],
  phases: [
    {
      id: ID(4),
      phase: 'applicators',
      cycle: 1,
      at: '2026-03-03T09:00:00Z',
      loggedBy: null,
      byCallWith: null,
      byTest: false,
    },
  ],
  calls: [
    {
      id: ID(5),
      name: 'Initial Consultation',
      startsAt: '2026-03-05T09:00:00+01:00',
      endsAt: '2026-03-05T09:30:00+01:00',
      status: 'booked',
      outcome: null,
      host: LIND,
    },
  ],
  contacts: [
    {
      id: ID(7),
      how: 'phone',
      words: 'She is well',
      at: '2026-03-04T09:00:00Z',
      who: LIND,
      direction: null,
      result: null,
      canUndo: false,
    },
  ],
  staffNotes: [],
  alerts: [],
  followUps: [],
  notes: [
    {
      id: ID(6),
      kind: 'consultation',
      reference: 'initial-consultation',
      title: null,
      notedOn: null,
      text: '<p>Hi</p>',
      at: '2026-03-06T09:00:00Z',
      author: { ...LIND, signedAt: '2026-03-06T09:00:00Z' },
      addenda: [],
      withdrawn: null,
    },
  ],
  outcomes: [],
  takenBack: [],
  symptoms: [],
  periods: [],
  bodySince: null,
  timers: [],
  safetyChecks: [],
  decisions: [],
};
