import { AboutPatient } from '@/product-components/patient-line.tsx';
import type { TeamToday, TodayItem } from '@domain/contracts/team/team-today.ts';
import { HandOverDialog, OutcomeDialog } from './dialogs.tsx';
import { DoneDialog } from './done-dialog.tsx';
import { KitDialog } from './kit-dialog.tsx';
import { ReasonDialog, type ReasonedEnd } from './reason-dialog.tsx';
import { RemindDialog } from './remind-dialog.tsx';
import { callOf } from './words.ts';

export type Asked = {
  item: TodayItem;
  what: 'done' | 'remind' | 'hand-over' | 'outcome' | 'kit' | ReasonedEnd;
};

type Props = {
  asked: Asked | null;
  zone: string;
  colleagues: TeamToday['colleagues'];
  onClose: () => void;
};

/** The dialog for a row's pressed button, on Today and above a record. */
export function AskedDialog({ asked, ...props }: Props) {
  if (asked === null) return null;
  const { patient } = asked.item;
  const dialog = <DialogOf asked={asked} {...props} />;
  return patient ? <AboutPatient patient={patient}>{dialog}</AboutPatient> : dialog;
}

function DialogOf({ asked: { item, what }, zone, colleagues, onClose }: Props & { asked: Asked }) {
  switch (what) {
    case 'done':
      return <DoneDialog {...{ item, zone, onClose }} />;
    case 'remind':
      return <RemindDialog {...{ item, zone, onClose }} />;
    case 'hand-over':
      return <HandOverDialog {...{ item, colleagues, onClose }} />;
    case 'outcome':
      return <OutcomeDialog call={callOf(item)!} onClose={onClose} />;
    case 'kit':
      return item.patient && <KitDialog patient={item.patient.id} {...{ zone, onClose }} />;
    default:
      return <ReasonDialog outcome={what} {...{ item, onClose }} />;
  }
}
