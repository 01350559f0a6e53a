import type { Instant } from '@domain/time/instant.ts';
import { RichText } from '@/components/layout/rich-text.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';
import ReachUs from '@/product-components/reach-us.tsx';
import { reviewWords } from '@/lib/text/review-words.ts';
import { Cover } from './cover.tsx';
import { timeWords } from './event-date.ts';
import type { ArticleText } from './queries.ts';

type Props = { id: string; article: ArticleText; now: Instant };

export function ArticlePage({ id, article, now }: Props) {
  const { title, description, image, content, eventAt, updatedOn } = article;
  return (
    <article>
      <Cover image={image} seed={id} className="mb-8 h-48 w-full rounded-card sm:h-72" />
      {eventAt !== null && (
        <p className="mb-2 font-semibold text-brand-ink">
          <time dateTime={new Date(eventAt).toISOString()}>{timeWords(eventAt)}</time>
        </p>
      )}
      <h1 className="text-title wrap-anywhere sm:text-display">{title}</h1>
      <p className="mt-3 mb-8 text-lead wrap-anywhere text-soft">{description}</p>
      <RichText nodes={content} className="text-lead" />
      {eventAt !== null && eventAt > now && <SavePlace title={title} />}
      <footer className="mt-12 border-t border-line pt-6 text-small text-soft">
        <ReachUs className="mb-4" />
        <p>{`${reviewWords(updatedOn)}.`}</p>
        <p className="mt-1">
          This is general information. For anything about you, ask <TextLink to="/support">My Coach</TextLink>
          .
        </p>
      </footer>
    </article>
  );
}

function SavePlace({ title }: { title: string }) {
  const words = encodeURIComponent(`Please save me a spot at: ${title}`);
  return (
    <div className="mt-10 rounded-card bg-blush p-6 text-brand-ink sm:p-8">
      <h2 className="text-heading">Save your spot</h2>
      <p className="mt-2 mb-5">Send us a short email, and we’ll reply with everything you need to join.</p>
      <LinkButton to={`${mailTo(clinicSays('supportEmail'), 'A place, please')}&body=${words}`}>
        Sign Up by email
      </LinkButton>
    </div>
  );
}
