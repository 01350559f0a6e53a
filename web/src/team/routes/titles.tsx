import type { ReactNode } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team-session.ts';

/** What a page shows until it is built: what it is called, and who is here. */
export function PageTitle({ title, member: { name, role } }: { title: string; member: TeamSession }) {
  return (
    <Titled title={title}>
      <p className="mt-1 text-small text-soft">
        Signed in as <b className="font-semibold text-ink">{name}</b>, {role}
      </p>
    </Titled>
  );
}

export function NotForRole({ title }: { title: string }) {
  return (
    <Titled title={title}>
      <p className="mt-2">This page is for administrators.</p>
    </Titled>
  );
}

export function NotFound() {
  return (
    <Titled title="Page not found">
      <p className="mt-2">There is no page at this address.</p>
      <p className="mt-4">
        <TextLink to="/team">Today</TextLink>
      </p>
    </Titled>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <>
      <h1 className="text-title">{title}</h1>
      {children}
    </>
  );
}
