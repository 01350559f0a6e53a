import { TriangleAlert } from 'lucide-react';
import { StatusBadge } from '../status-badge.tsx';
import type { ThreadPatient } from './queries.ts';

/** Shows who a message goes to, so that no one writes to the wrong patient. */
export function PatientNextToBox({ patient }: { patient: ThreadPatient }) {
  const { name, careState } = patient;
  const alerts = patient.alerts ?? [];
  return (
    <div className="text-small">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="text-soft">To</span>
        <b className="font-semibold wrap-anywhere">{name}</b>
        {careState && <StatusBadge state={careState} />}
      </p>
      {alerts.length > 0 && (
        <p className="mt-1 flex max-h-16 items-start gap-1.5 overflow-y-auto font-semibold text-danger">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
          <span className="wrap-anywhere">
            <span className="sr-only">Alerts: </span>
            {alerts.join(' · ')}
          </span>
        </p>
      )}
    </div>
  );
}
