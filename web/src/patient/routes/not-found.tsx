import { Link } from 'wouter';
import { Picture } from '@/components/art/picture.tsx';
import { MessagePage } from '@/components/feedback/message-page.tsx';
import { buttonLook } from '@/components/action/button.tsx';

export default function NotFound() {
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
