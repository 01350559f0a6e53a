import { Phone } from 'lucide-react';
import { useLocation } from 'wouter';
import { telephone } from '@domain/coach/telephone.ts';
import { FEELING_HINT, FEELING_TITLE } from '@domain/copy/words.ts';
import { OUR_WORDS, POSITIVE_NOT_SENT, PREGNANCY_FEEDBACK } from '@domain/copy/pregnancy-feedback.ts';
import type { PregnancyFeedback as Feedback } from '@domain/results/pregnancy-feedback.ts';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { Button } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { externalLink } from '@/lib/clinic/external-links.ts';
import { ReachUsLater } from '@/product-components/reach-us-later.tsx';

type Props = { feedback: Feedback; offersGuide: boolean; pending: boolean; onExit: () => void };

/** No picture and no one else's story next to a negative result. */
export function PregnancyFeedback({ feedback, offersGuide, pending, onExit }: Props) {
  const [, navigate] = useLocation();
  const { heading, paragraphs, next, urgent } = PREGNANCY_FEEDBACK[feedback];
  const positive = feedback === 'positive';
  /** What cannot wait for a free time in the calendar. */
  const phone = urgent && clinicSays('clinicPhone');
  return (
    <>
      <FlowFeedback
        heading={heading}
        paragraphs={positive && pending ? [POSITIVE_NOT_SENT, ...paragraphs.slice(1)] : paragraphs}
        pending={pending}
        {...(positive && !pending && { picture: 'post-treatment' as const })}
        actions={
          <>
            {phone && (
              <LinkButton to={telephone(phone)}>
                <Phone aria-hidden="true" strokeWidth={1.75} className="size-5" />
                Call {phone}
              </LinkButton>
            )}
            <Button
              look={phone ? 'outline' : 'primary'}
              onClick={() => navigate(`/schedule?appointmentType=${next.appointmentType}`)}
            >
              {next.label}
            </Button>
            {urgent && (
              <Button look="outline" onClick={() => navigate('/support')}>
                Message my Coach
              </Button>
            )}
            <Button look="quiet" onClick={onExit}>
              Exit
            </Button>
          </>
        }
      >
        {urgent && (
          <Notice tone="warning">
            <p className="font-semibold">{urgent}</p>
          </Notice>
        )}
        {positive && offersGuide && (
          <LinkButton to={externalLink('pregnancyGuide')} newTab look="outline">
            Download the pregnancy guide
          </LinkButton>
        )}
        {positive && <KindWords />}
        <p className="text-soft">{FEELING_HINT}</p>
        <LinkButton to="/feeling" look="outline">
          {FEELING_TITLE}
        </LinkButton>
      </FlowFeedback>
      <ReachUsLater />
    </>
  );
}

/** A patient's own words, if the clinic may show any; otherwise ours. */
function KindWords() {
  const quote = clinicSays('patientWords');
  const words = quote ? { quote, from: clinicSays('patientWordsFrom') } : OUR_WORDS;
  return (
    <figure className="border-l-2 border-sun pl-5">
      <blockquote className="font-display text-lead wrap-anywhere">“{words.quote}”</blockquote>
      <figcaption className="mt-2 text-small text-soft">{words.from}</figcaption>
    </figure>
  );
}
