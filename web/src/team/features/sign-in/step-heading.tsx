import { useDocumentTitle } from '@/components/layout/use-document-title.ts';

/** The one heading of a step, with a line about what it asks for. */
export function StepHeading({ children, intro }: { children: string; intro?: string }) {
  useDocumentTitle(children);
  return (
    <div>
      <h1 className="text-title">{children}</h1>
      {intro && <p className="mt-2 text-soft wrap-anywhere">{intro}</p>}
    </div>
  );
}
