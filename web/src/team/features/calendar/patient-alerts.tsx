import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/feedback/notice.tsx';
import { patientToBookQuery } from './queries.ts';

/** Alerts that colleagues wrote for everyone who works with this patient. */
export function PatientAlerts({ id }: { id: string }) {
  const { data } = useQuery(patientToBookQuery(id));
  const alerts = data?.alerts ?? [];
  if (alerts.length === 0) return null;
  return (
    <Notice tone="warning">
      <b className="font-semibold">{alerts.length === 1 ? 'Alert' : 'Alerts'}</b>
      <ul>
        {alerts.map((alert) => (
          <li key={alert.id}>{alert.text}</li>
        ))}
      </ul>
    </Notice>
  );
}
