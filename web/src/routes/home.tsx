import { useQuery } from '@tanstack/react-query';
import { OpensSoon } from '@/components/opens-soon.tsx';
import { greetingName } from '@/features/customer/greeting-name.ts';
import { customerQuery } from '@/features/customer/queries.ts';
import { useUser } from '@/lib/session.ts';
import type { PageProps } from '@/portal/pages.ts';

export default function Home({ title }: PageProps) {
  const user = useUser();
  const { data: customer = null, isPending } = useQuery(customerQuery(user.id));
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <p className="caption mb-1">Welcome</p>
      {/* The name would jump from the address to the first name, so it waits. */}
      <h2 className="mb-7 min-h-[1.2em] text-title sm:text-display">
        {isPending ? (
          <span className="sr-only">Loading...</span>
        ) : (
          `Hello, ${greetingName(customer, user.email)}`
        )}
      </h2>
      <OpensSoon>Your plan, your next steps and your calls will be here.</OpensSoon>
    </>
  );
}
