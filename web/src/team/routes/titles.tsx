import type { ReactNode } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { Page } from '@/team/pages.ts';
import type { TeamSession } from '@domain/contracts/team-session.ts';

type Props = { page: Page; member: TeamSession };

/** What a page shows until it is built: that it is not, what it will hold, and who is here. */
export function UnbuiltPage({ page: { title, planned, icon: Icon }, member: { name, role } }: Props) {
  return (
    <Titled title={title}>
      <p className="mt-1 text-small text-soft">
        Signed in as <b className="font-semibold text-ink">{name}</b>, {role}
      </p>
      <section className="mt-6 flex max-w-160 items-start gap-4 rounded-card border border-dashed border-edge/60 p-5">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand-ink" strokeWidth={1.75} />
        <div>
          <h2 className="font-sans text-[0.9375rem] font-semibold">This page is not built yet</h2>
          <p className="mt-1 text-small text-soft">It will show {planned}.</p>
        </div>
      </section>
    </Titled>
  );
}

export function NotForRole({ title }: { title: string }) {
  return (
    <Titled title={title}>
      <p className="mt-2">This page is for administrators.</p>
      <ToToday />
    </Titled>
  );
}

export function NotFound() {
  return (
    <Titled title="Page not found">
      <p className="mt-2">There is no page at this address.</p>
      <ToToday />
    </Titled>
  );
}

const ToToday = () => (
  <p className="mt-4">
    <TextLink to="/team">Today</TextLink>
  </p>
);

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <>
      <h1 className="text-title">{title}</h1>
      {children}
    </>
  );
}
