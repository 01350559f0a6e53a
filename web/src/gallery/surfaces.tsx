import { Check } from 'lucide-react';
import { Picture } from '@/components/art/picture.tsx';
import { Badge, type BadgeTone } from '@/components/layout/badge.tsx';
import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { LoadingBlock, Skeleton } from '@/components/feedback/skeleton.tsx';
import { Stepper } from '@/components/layout/stepper.tsx';
import { Table, type Column } from '@/components/layout/table.tsx';
import { Row, Specimen } from './specimen.tsx';

type Result = { type: string; result: string; tone: BadgeTone; date: string };

const results: Result[] = [
  {
    type: 'Ovulation',
    result: 'Peak (Positive LH Surge)',
    tone: 'complete',
    date: 'November 14, 2026, 7:42 am',
  },
  { type: 'Ovulation', result: 'High (Rising LH)', tone: 'other', date: 'November 13, 2026, 7:30 am' },
  { type: 'Pregnancy', result: 'Negative', tone: 'neutral', date: 'October 30, 2026, 6:58 am' },
];
const columns: Column<Result>[] = [
  { header: 'Type', cell: ({ type }) => type, place: 'lead' },
  { header: 'Result', cell: ({ result, tone }) => <Badge tone={tone}>{result}</Badge>, place: 'aside' },
  { header: 'Date', cell: ({ date }) => date },
];

export function Surfaces() {
  return (
    <>
      <Specimen name="Badge">
        <Row>
          <Badge tone="task">2 tasks</Badge>
          <Badge tone="learn">1 learn</Badge>
          <Badge tone="other">Call</Badge>
          <Badge tone="complete">
            <Check aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
            Complete
          </Badge>
          <Badge tone="brand">Current</Badge>
          <Badge>Not needed</Badge>
          <Badge tone="danger">3</Badge>
        </Row>
      </Specimen>
      <Specimen name="Card, table">
        <Card
          title="Test Results"
          badge={<Badge tone="task">3</Badge>}
          action={<TextLink to="/dev/gallery">See All</TextLink>}
        >
          <Table label="Test Results" columns={columns} rows={results} rowKey={({ date }) => date} />
        </Card>
      </Specimen>
      <Specimen name="Card with picture, empty state">
        <div className="grid gap-5 sm:grid-cols-2">
          <Card
            title="Your Clinical Coach"
            intro="Replies within 3 hours"
            picture={<Picture name="consultation" className="h-40 w-full" />}
          >
            <LinkButton to="/dev/gallery" className="w-full">
              Get in touch
            </LinkButton>
          </Card>
          <Card>
            <EmptyState
              picture="no-results"
              title="You don't have any logged results"
              action={
                <LinkButton to="/dev/gallery" look="outline">
                  Log your first result
                </LinkButton>
              }
            />
          </Card>
        </div>
      </Specimen>
      <Specimen name="Notice">
        <div className="space-y-3">
          <Notice>Most people book this call in the week their kit arrives.</Notice>
          <Notice tone="good">Your result is stored in My Account.</Notice>
          <Notice tone="warning">Strong pain, fever or fainting: get urgent medical help now.</Notice>
        </div>
      </Specimen>
      <Specimen name="Stepper">
        <div className="max-w-md space-y-6">
          <Stepper current={3} total={5} />
          <Stepper current={1} total={4} label="Stage 1 of 4" />
        </div>
      </Specimen>
      <Specimen name="Skeleton, loading">
        <div className="grid gap-5 sm:grid-cols-2">
          <LoadingBlock lines={3} />
          <div className="flex items-center gap-4">
            <Skeleton round className="size-14" />
            <div className="flex-1 space-y-2.5">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          </div>
        </div>
      </Specimen>
    </>
  );
}
