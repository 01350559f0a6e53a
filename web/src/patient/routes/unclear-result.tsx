import { useLocation } from 'wouter';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { PregnancyFeedback } from '@/patient/features/log-pregnancy/pregnancy-feedback.tsx';
import type { PageProps } from '@/patient/pages.ts';

/** The same words as after logging it, to come back to. */
export default function UnclearResult({ title }: PageProps) {
  const [, navigate] = useLocation();
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <PregnancyFeedback feedback="unclear" pending={false} onExit={() => navigate('/home')} />
    </>
  );
}
