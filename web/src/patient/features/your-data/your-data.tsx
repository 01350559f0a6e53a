import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { Disclosure } from '@/components/layout/disclosure.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Documents, MessageFiles } from './documents.tsx';
import { useDownload, type Download as Wanted } from './queries.ts';

const RecordLog = lazy(() => import('./record-log.tsx'));

const FORMATS: { format: Wanted; name: string; title: string; detail: string }[] = [
  {
    format: 'pdf',
    name: 'PDF',
    title: 'For a doctor, on one page',
    detail: 'A summary to print or send: who you are, your cycles, your tests and how treatment went.',
  },
  {
    format: 'csv',
    name: 'CSV',
    title: 'As spreadsheets',
    detail:
      'A ZIP file with one file per topic: results, calls, surveys, messages. For Excel, Numbers or Google Sheets.',
  },
  {
    format: 'fhir',
    name: 'FHIR',
    title: 'For another clinic',
    detail: 'In FHIR, the format clinics use to share records.',
  },
  {
    format: 'json',
    name: 'JSON',
    title: 'With every detail',
    detail: 'For your own records, or for another app.',
  },
];

/** Shown on My Account: all data to download, and everyone who opened the record. */
export function YourData({ userId }: { userId: string }) {
  const { mutate, isPending, variables } = useDownload();
  const [opened, setOpened] = useState(false);
  return (
    <Card title="Your data" intro="You can download everything we have about you.">
      <ul className="divide-y divide-line">
        {FORMATS.map(({ format, name, title, detail }) => (
          <li
            key={format}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0"
          >
            <div className="min-w-48 flex-1">
              <p className="font-medium">{title}</p>
              <p className="text-small text-soft">{detail}</p>
            </div>
            <Button
              look="outline"
              busy={isPending && variables === format}
              disabled={isPending}
              onClick={() => mutate(format)}
              className="w-full sm:w-52"
            >
              {!(isPending && variables === format) && (
                <Download aria-hidden="true" strokeWidth={1.75} className="size-5" />
              )}
              Download {name}
            </Button>
          </li>
        ))}
      </ul>
      <Documents userId={userId} />
      <MessageFiles userId={userId} />
      <div className="border-t border-line">
        <Disclosure
          look="plain"
          title="Who opened my record"
          onToggle={(open) => setOpened((before) => before || open)}
        >
          {opened && (
            <Suspense fallback={<LoadingBlock lines={3} />}>
              <RecordLog userId={userId} />
            </Suspense>
          )}
        </Disclosure>
      </div>
    </Card>
  );
}
