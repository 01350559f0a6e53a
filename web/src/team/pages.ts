import {
  Building2,
  CalendarClock,
  CalendarDays,
  CircleUser,
  ListChecks,
  MailPlus,
  MessagesSquare,
  ScrollText,
  UserCog,
  UsersRound,
  Video,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { TeamRole } from '@domain/contracts/team/team-session.ts';

/**
 * A screen of the workspace: where it is, what it is called and, unless it is for everyone, whom it is for.
 */
export type Page = {
  path: string;
  title: string;
  icon: ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: 'true' }>;
  only?: TeamRole;
  /** For everyone but these. */
  not?: TeamRole;
  /** Whom it opens for besides; they are led to it from Today. */
  also?: TeamRole;
  /** Another page leads to it, so the navigation does not. */
  isLinked?: true;
};

const pages: Page[] = [
  {
    path: '/team',
    title: 'Today',
    icon: ListChecks,
  },
  {
    path: '/team/messages',
    title: 'Messages',
    icon: MessagesSquare,
    not: 'administrator',
  },
  {
    path: '/team/patients',
    title: 'Patients',
    icon: UsersRound,
  },
  {
    path: '/team/calendar',
    title: 'Calendar',
    icon: CalendarDays,
  },
  {
    path: '/team/invitations',
    title: 'Invitations',
    icon: MailPlus,
    only: 'administrator',
  },
  {
    path: '/team/people',
    title: 'People',
    icon: UserCog,
    only: 'administrator',
    // If no administrator is at hand, a clinician resets a lost phone.
    also: 'clinician',
  },
  {
    path: '/team/clinic',
    title: 'Clinic',
    icon: Building2,
    only: 'administrator',
  },
  {
    path: '/team/access-log',
    title: 'Access log',
    icon: ScrollText,
    only: 'administrator',
  },
  {
    path: '/team/schedules',
    title: 'Schedules',
    icon: CalendarClock,
    only: 'administrator',
    isLinked: true,
  },
  {
    path: '/team/calls',
    title: 'Call',
    icon: Video,
    not: 'administrator',
    isLinked: true,
  },
  {
    path: '/team/account',
    title: 'Your account',
    icon: CircleUser,
    isLinked: true,
  },
];

export const pageAt = (path: string): Page | undefined => pages.find((page) => page.path === path);

export const isFor = ({ only, also, not }: Page, role: TeamRole): boolean =>
  not !== role && (only === undefined || only === role || also === role);

/** What is in the navigation. */
export const pagesFor = (role: TeamRole): Page[] =>
  pages.filter(
    ({ only, not, isLinked }) => !isLinked && not !== role && (only === undefined || only === role),
  );
