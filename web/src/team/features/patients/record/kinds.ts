import {
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
  Video,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';

export type Kind = TimelineEntry['kind'];
type Icon = ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: 'true' }>;

/** Their sign, and their name as a filter. */
export const KINDS: Record<Kind, { icon: Icon; many: string }> = {
  result: { icon: FlaskConical, many: 'Results' },
  survey: { icon: ClipboardList, many: 'Surveys' },
  phase: { icon: ListChecks, many: 'Phases' },
  call: { icon: Video, many: 'Calls' },
  note: { icon: FileText, many: 'Notes' },
  message: { icon: MessagesSquare, many: 'Messages' },
  contact: { icon: MessageCircle, many: 'Contacts' },
  outcome: { icon: Signpost, many: 'Decisions' },
  symptoms: { icon: CircleAlert, many: 'Symptoms' },
  applicator: { icon: Diamond, many: 'Applicators' },
  period: { icon: Droplet, many: 'Periods' },
  'safety-check': { icon: ShieldCheck, many: 'Safety checks' },
};
