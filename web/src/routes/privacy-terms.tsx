import { OpensSoon } from '@/components/opens-soon.tsx';
import { PageHeading } from '@/components/page-heading.tsx';
import type { PageProps } from '@/portal/pages.ts';

export default function PrivacyTerms({ title }: PageProps) {
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <OpensSoon>You will choose here how we may use your data. Your portal opens after that.</OpensSoon>
    </>
  );
}
