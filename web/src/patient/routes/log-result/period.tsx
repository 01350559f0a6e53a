import { PageHeading } from '@/components/layout/page-heading.tsx';
import { LogPeriod } from '@/patient/features/cycle/log-period.tsx';
import { AfterAgreement } from '@/patient/features/safety-check/after-agreement.tsx';
import type { PageProps } from '@/patient/pages.ts';

export default function LogPeriodPage({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <AfterAgreement>
        <LogPeriod />
      </AfterAgreement>
    </>
  );
}
