import { Mail, MessageCircle, Video } from 'lucide-react';
import { GoButton } from '@/components/action/go-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { useCoach } from '@/lib/clinic/care-team.ts';
import { mailTo } from '@/lib/clinic/clinic.ts';
import ReachUs from '@/product-components/reach-us.tsx';
import { ReplyPromise } from './reply-promise.tsx';

export function SpeakWithCoach() {
  const { email } = useCoach();
  return (
    <Card title="Speak with your Clinical Coach">
      <p className="max-w-prose text-soft">
        For anything about your treatment or your care plan. No question is too small.
      </p>
      <div className="my-5">
        <ReplyPromise />
      </div>
      <div className="flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
        <GoButton to="/messages">
          <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Send a message
        </GoButton>
        <LinkButton to={mailTo(email, 'A question for my coach')} look="outline">
          <Mail aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Email your coach
        </LinkButton>
        <GoButton to="/schedule?appointmentType=clinical-coach-support-call" look="outline">
          <Video aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Book a Clinical Coach video call
        </GoButton>
      </div>
      <p className="mt-4 text-small text-soft">
        You can book a video call within the next couple of days, at a time that works for you.
      </p>
      <ReachUs className="mt-4" />
    </Card>
  );
}
