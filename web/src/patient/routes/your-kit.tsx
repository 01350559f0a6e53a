import { COPY_UPDATED } from '@domain/copy/updated.ts';
import { YOUR_KIT } from '@domain/copy/your-kit.ts';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Card } from '@/components/layout/card.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';
import { reviewWords } from '@/lib/text/review-words.ts';
import type { PageProps } from '@/patient/pages.ts';

export default function YourKit({ title }: PageProps) {
  return (
    <div className="max-w-3xl">
      <PageHeading intro={YOUR_KIT.intro}>{title}</PageHeading>
      <div className="rise space-y-6">
        <Card>
          <ul className="divide-y divide-line">
            {YOUR_KIT.parts.map(({ name, text }) => (
              <li key={name} className="py-4 first:pt-0 last:pb-0">
                <h2 className="text-heading">{name}</h2>
                <p className="mt-1 max-w-prose text-soft">{text}</p>
              </li>
            ))}
          </ul>
        </Card>
        <Notice>
          <p>{YOUR_KIT.check}</p>
          <p className="mt-2">
            <TextLink to={mailTo(clinicSays('supportEmail'), 'My delivery')}>Email Support</TextLink>
          </p>
        </Notice>
        <p className="max-w-prose">{YOUR_KIT.later}</p>
        <LinkButton to="/applicator-instructions" look="outline">
          See how the applicator works
        </LinkButton>
        <p className="text-small text-soft">{reviewWords(COPY_UPDATED)}</p>
      </div>
    </div>
  );
}
