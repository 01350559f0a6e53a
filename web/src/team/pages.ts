import { CalendarDays, ListChecks, MailPlus, ScrollText, UserCog, UsersRound } from 'lucide-react';
import type { ComponentType } from 'react';
import type { TeamRole } from '@domain/contracts/team-session.ts';

/** A screen of the workspace: where it is, what it is called and, unless it is for everybody, whom it is for. */
export type Page = {
  path: string;
  title: string;
  /** What it will show; the page is not built yet. */
  planned: string;
  icon: ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: 'true' }>;
  only?: TeamRole;
};

const pages: Page[] = [
  {
    path: '/team',
    title: 'Today',
    icon: ListChecks,
    planned: 'what needs the care team, by when, and the calls of the day',
  },
  {
    path: '/team/patients',
    title: 'Patients',
    icon: UsersRound,
    planned: 'the clinic’s patients, as far as your role may see them',
  },
  {
    path: '/team/calendar',
    title: 'Calendar',
    icon: CalendarDays,
    planned: 'your calls, hours and absences, week by week',
  },
  {
    path: '/team/invitations',
    title: 'Invitations',
    icon: MailPlus,
    planned: 'who was invited to the portal, and their kits',
    only: 'administrator',
  },
  {
    path: '/team/people',
    title: 'People',
    icon: UserCog,
    planned: 'who is in the care team, with which role',
    only: 'administrator',
  },
  {
    path: '/team/access-log',
    title: 'Access log',
    icon: ScrollText,
    planned: 'who opened whose record, when and why',
    only: 'administrator',
  },
];

export const pageAt = (path: string): Page | undefined => pages.find((page) => page.path === path);

export const isFor = ({ only }: Page, role: TeamRole): boolean => only === undefined || only === role;

export const pagesFor = (role: TeamRole): Page[] => pages.filter((page) => isFor(page, role));
