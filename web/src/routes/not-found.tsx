import { Link } from 'wouter';
import { Orbit } from '@/components/art/orbit.tsx';
import { MessagePage } from '@/components/message-page.tsx';
import { buttonLook } from '@/components/ui/button.tsx';

export function NotFound() {
  return (
    <MessagePage
      title="404 - Page Not Found"
      documentTitle="Page Not Found"
      picture={<Orbit className="mx-auto mb-8 size-44 rounded-full" />}
    >
      <p>The page you're looking for doesn't exist.</p>
      <Link href="/" className={`${buttonLook('primary')} mt-4`}>
        Go Home
      </Link>
    </MessagePage>
  );
}
