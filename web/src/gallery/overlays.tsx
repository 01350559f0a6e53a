import { useState } from 'react';
import { Picture } from '@/components/art/picture.tsx';
import { Breadcrumbs } from '@/components/layout/shell/breadcrumbs.tsx';
import { Accordion } from '@/components/layout/accordion.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { Button } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { Disclosure } from '@/components/layout/disclosure.tsx';
import { Drawer } from '@/components/overlay/drawer.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Row, Specimen } from './specimen.tsx';

const questions = [
  {
    id: 'five-hours',
    title: 'Why does the cap stay in for five hours?',
    content: 'It keeps the sample close to the cervix. Five hours is the longest that it stays in.',
  },
  {
    id: 'hurt',
    title: 'Does the applicator hurt?',
    content: 'Tell your coach about anything that does not feel right.',
  },
];

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Specimen name="Dialog, drawer">
        <Row>
          <Button look="outline" onClick={() => setOpen('dialog')}>
            Open a dialog
          </Button>
          <Button look="outline" onClick={() => setOpen('drawer')}>
            Open a drawer
          </Button>
        </Row>
        <Dialog
          open={open === 'dialog'}
          onClose={close}
          title="Book a Call"
          footer={
            <Button onClick={() => toast({ title: 'Success', description: 'Call scheduled successfully.' })}>
              Confirm
            </Button>
          }
        >
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            <dt className="text-soft">Time</dt>
            <dd className="tabular-nums">Wednesday, November 18, 10:30 am</dd>
            <dt className="text-soft">Duration</dt>
            <dd>30 minutes</dd>
            <dt className="text-soft">Type</dt>
            <dd>Video Call</dd>
          </dl>
        </Dialog>
        <Drawer
          open={open === 'drawer'}
          onClose={close}
          caption="Stage 2 - Prepare"
          title="Meet your Clinical Coach"
          picture={<Picture name="consultation" className="size-full" />}
          footer={
            <Button look="complete" className="w-full" onClick={close}>
              Mark as complete
            </Button>
          }
        >
          <Notice>Most people book this call in the week their kit arrives.</Notice>
          <p>Talk through the kit, your cycle and anything on your mind.</p>
        </Drawer>
      </Specimen>
      <Specimen name="Accordion">
        <Accordion items={questions} defaultOpen="five-hours" />
      </Specimen>
      <Specimen name="Disclosure">
        <div className="space-y-4">
          <Disclosure title="STAGE 2 - Prepare" aside={<Badge tone="complete">Complete</Badge>} defaultOpen>
            The phases appear here.
          </Disclosure>
          <Disclosure title="Cycle 2" locked>
            Nothing to see yet.
          </Disclosure>
        </div>
      </Specimen>
      <Specimen name="Breadcrumb">
        <Breadcrumbs
          trail={[{ label: 'My Plan', to: '/dev/gallery' }, { label: 'Stage 3' }]}
          title="Applicator Survey"
        />
      </Specimen>
    </>
  );
}
