import type { Annotation, CarePlan, Condition } from '@medplum/fhirtypes';
import type { CareState, OutcomeEventKind } from '../../care-state/facts.ts';
import { STATE_NAMES } from '../../care-state/state-names.ts';
import type { CareStateRow, OutcomeRow } from '../record.ts';
import type { Identified } from './types.ts';
import { coded, instant, patientReference, text, words } from './values.ts';

const PLAN_STATUS: Record<CareState, CarePlan['status']> = {
  treatment: 'active',
  paused: 'on-hold',
  'after-loss': 'on-hold',
  pregnant: 'completed',
  stopped: 'revoked',
  unsure: 'unknown',
};

/** Reported by the patient or the team, or set when the team resolved doubt. */
export const isLoss = ({ kind, resolved_to: resolvedTo }: OutcomeRow): boolean =>
  kind === 'loss' || resolvedTo === 'after-loss';

/** One entry per patient for the whole treatment. Its notes list what changed its course. */
export const carePlanOf = (
  userId: string,
  { state }: CareStateRow,
  events: readonly OutcomeRow[],
): Identified<CarePlan> => {
  const note = events
    .filter(({ kind, withdrawn_at }) => kind !== 'loss' && withdrawn_at === null)
    .map(noteOf);
  return {
    resourceType: 'CarePlan',
    id: `treatment-${userId}`,
    status: PLAN_STATUS[state],
    intent: 'plan',
    title: 'Fertility treatment at home',
    description: STATE_NAMES[state].export,
    subject: patientReference(userId),
    ...(note.length > 0 && { note }),
  };
};

const HAPPENED: Record<Exclude<OutcomeEventKind, 'loss'>, string> = {
  pause: 'Treatment paused',
  resume: 'Treatment resumed',
  stop: 'Treatment stopped',
  resolve: 'Decided by the care team',
};

function noteOf({
  kind,
  day,
  until,
  reason,
  resolved_to: resolvedTo,
  created_at: at,
}: OutcomeRow): Annotation {
  const facts = [
    `${HAPPENED[kind as Exclude<OutcomeEventKind, 'loss'>]} on ${day}`,
    until && `until ${until}`,
    resolvedTo && STATE_NAMES[resolvedTo].export,
    text(reason),
  ];
  return { time: instant(at), text: facts.filter(Boolean).join(', ') };
}

const CLINICAL = 'http://terminology.hl7.org/CodeSystem/condition-clinical';
const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';

/** Reported by the patient and not undone. */
export const lossOf = (
  userId: string,
  { id, day, created_at: createdAt, withdrawn_at: withdrawnAt }: OutcomeRow,
): Identified<Condition> => ({
  resourceType: 'Condition',
  id,
  ...(withdrawnAt === null
    ? {
        clinicalStatus: coded(CLINICAL, 'resolved', 'Resolved'),
        verificationStatus: coded(VERIFICATION, 'unconfirmed', 'Unconfirmed'),
      }
    : { verificationStatus: coded(VERIFICATION, 'entered-in-error', 'Entered in Error') }),
  code: words('Pregnancy loss'),
  subject: patientReference(userId),
  onsetDateTime: day,
  recordedDate: instant(createdAt),
});
