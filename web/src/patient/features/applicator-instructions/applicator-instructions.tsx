import { APPLICATOR_FAQ, SECOND_APPLICATOR_REMINDER } from '@domain/copy/applicator-instructions.ts';
import { COPY_UPDATED } from '@domain/copy/updated.ts';
import { URGENT_SIGNS } from '@domain/journey/clinical-copy.ts';
import { Accordion } from '@/components/layout/accordion.tsx';
import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { useCoach } from '@/lib/clinic/care-team.ts';
import { mailTo } from '@/lib/clinic/clinic.ts';
import ReachUs from '@/product-components/reach-us.tsx';
import { reviewWords } from '@/lib/text/review-words.ts';
import { Steps } from './steps.tsx';
import './print.css';

/**
 * Waits for no server, so that it can be read in a bathroom without reception. `asks`: treatment is in
 * progress.
 */
export function ApplicatorInstructions({ asks }: { asks: boolean }) {
  const { email } = useCoach();
  return (
    <div className="applicator-sheet max-w-4xl space-y-6">
      <Steps />
      {asks && (
        <Notice>
          <p className="font-semibold">{SECOND_APPLICATOR_REMINDER}</p>
        </Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row print:hidden">
        <LinkButton to="/treatment-day" {...(!asks && { look: 'outline' as const })}>
          Open the timers
        </LinkButton>
        <Button look="outline" onClick={() => print()}>
          Print this page
        </Button>
      </div>
      <Card title="Questions people ask" className="print:hidden">
        <Accordion
          items={APPLICATOR_FAQ.map(({ id, question, answer }) => ({ id, title: question, content: answer }))}
        />
      </Card>
      <Card title="Need help?">
        <p>Your coach is happy to go through any of this with you, before, during or after.</p>
        <p className="mt-3 text-small text-soft">{URGENT_SIGNS}</p>
        <ReachUs className="mt-3" />
        <LinkButton
          to={mailTo(email, 'A question for my coach')}
          look="outline"
          className="mt-5 print:hidden"
        >
          Message my Coach
        </LinkButton>
        <p className="mt-3 hidden print:block">{email}</p>
      </Card>
      <p className="text-small text-soft">{reviewWords(COPY_UPDATED)}</p>
    </div>
  );
}
