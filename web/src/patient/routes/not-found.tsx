import { Link, Redirect, useLocation } from 'wouter';
import { Picture } from '@/components/art/picture.tsx';
import { MessagePage } from '@/components/feedback/message-page.tsx';
import { buttonLook } from '@/components/action/button.tsx';

/** For addresses without a page. A note's email links to `/read/…`, so that the link doesn't reveal that it's a note. */
export default function NotFound() {
  const [path] = useLocation();
  const note = /^\/read\/([0-9a-f-]{36})$/.exec(path)?.[1];
  if (note) return <Redirect to={`/medical-notes?note=${note}`} replace />;
  return (
    <MessagePage
      title="404 - Page Not Found"
      picture={<Picture name="not-found" className="mx-auto mb-8 size-52 rounded-full" />}
    >
      <p>The page you're looking for doesn't exist.</p>
      <Link href="/" className={`${buttonLook('primary')} mt-4`}>
        Go Home
      </Link>
    </MessagePage>
  );
}
