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

/** A screen of the workspace: its address, its name and, unless it is for everyone, its roles. */
export type Page = {
  path: string;
  title: string;
  icon: ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: 'true' }>;
  only?: TeamRole;
  /** For everyone except these roles. */
  not?: TeamRole;
  /** Other roles it opens for. Today leads them there. */
  also?: TeamRole;
  /** Another page links to it, so the navigation doesn't. */
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

/** The pages in the navigation. */
export const pagesFor = (role: TeamRole): Page[] =>
  pages.filter(
    ({ only, not, isLinked }) => !isLinked && not !== role && (only === undefined || only === role),
  );
