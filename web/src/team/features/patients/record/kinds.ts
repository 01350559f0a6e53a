import {
  AlarmClock,
  BellRing,
  StickyNote,
  CircleAlert,
  Diamond,
  ClipboardList,
  Droplet,
  FileText,
  FlaskConical,
  ListChecks,
  MessageCircle,
  MessagesSquare,
  ShieldCheck,
  Signpost,
  UserCheck,
  Video,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';

type Kind = TimelineEntry['kind'];
type Icon = ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: 'true' }>;

/** Their icons. */
export const KINDS: Record<Kind, Icon> = {
  result: FlaskConical,
  survey: ClipboardList,
  phase: ListChecks,
  call: Video,
  note: FileText,
  message: MessagesSquare,
  contact: MessageCircle,
  'staff-note': StickyNote,
  alert: BellRing,
  'follow-up': AlarmClock,
  outcome: Signpost,
  decision: UserCheck,
  symptoms: CircleAlert,
  applicator: Diamond,
  period: Droplet,
  'safety-check': ShieldCheck,
};
