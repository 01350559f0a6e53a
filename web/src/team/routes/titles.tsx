import type { ReactNode } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';

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
      <p className="mt-2">We can’t find this page.</p>
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
