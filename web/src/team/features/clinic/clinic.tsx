import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { ClinicSetting } from '@domain/clinic/settings.ts';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { clinicQuery } from './queries.ts';
import { SettingsForm } from './settings-form.tsx';
import { Templates } from './templates.tsx';

type Section = { title: string; about: string; names: ClinicSetting[] };

const SECTIONS: Section[] = [
  {
    title: 'About the clinic',
    about: 'What patients see, and the clock that your hours and due times follow.',
    names: ['clinicName', 'clinicTimeZone', 'clinicPhone', 'clinicHours', 'supportEmail', 'texts'],
  },
  {
    title: 'Hours and replies',
    about:
      'When your team reads and replies, and how soon. Due times, reminders and what patients read follow.',
    names: ['careHours', 'careDays', 'replyHours'],
  },
  {
    title: 'Your team’s screens',
    about: 'How long before an idle workspace locks.',
    names: ['idleMinutes'],
  },
  {
    title: 'Emergencies',
    about: 'Who patients can call right away.',
    names: ['emergencyNumber', 'crisisLine', 'helplines'],
  },
  {
    title: 'Before a coach is assigned',
    about: 'Who patients see until they have their own coach.',
    names: ['coachName', 'coachEmail', 'coachBio'],
  },
  {
    title: 'Content',
    about: 'When you last reviewed articles and instructions, and a patient’s words you may quote.',
    names: ['contentReviewed', 'patientWords', 'patientWordsFrom'],
  },
  {
    title: 'Links',
    about: 'Your own pages and files. Leave a field blank to use the portal’s.',
    names: [
      'linkPrivacyPolicy',
      'linkEventsPage',
      'linkCoachWelcomeVideo',
      'linkExperienceSurvey',
      'linkConsultationGuide',
      'linkPreparationGuide',
      'linkOpkGuide',
      'linkPregnancyGuide',
    ],
  },
];

/** The clinic's settings. A change counts right away. */
export function Clinic({ children }: { children?: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(clinicQuery);
  useEffect(() => checkSession(error), [error]);
  return (
    <div className="dense">
      <h1 className="text-title">Clinic</h1>
      <p className="mt-1 max-w-160 text-small text-soft">
        Changes take effect as soon as you save them. The access log shows who made them.
      </p>
      {isPending && <LoadingBlock label="Loading the settings..." lines={8} className="mt-4" />}
      {error && !data && (
        <Failed title="The settings didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
      )}
      {data && (
        <div className="mt-4 grid max-w-200 gap-5">
          {SECTIONS.map((section) => (
            <SettingsForm key={section.title} {...section} kept={data.settings} />
          ))}
          <Templates />
          {children}
        </div>
      )}
    </div>
  );
}
