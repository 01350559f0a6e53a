import { clearToast, toast } from '@/components/feedback/toast-store.ts';
import { showFailuresBy } from '@/lib/backend/failures.ts';
import { currentSession, onSessionChange } from '@/lib/backend/session.ts';

// lib and components do not know each other; each side imports this once, when it starts.
showFailuresBy((words) => toast({ title: 'Error', description: words, variant: 'destructive' }).dismiss);

let owner = currentSession().user?.id;
onSessionChange(() => {
  const next = currentSession().user?.id;
  if (owner && next && next !== owner) clearToast();
  owner = next ?? owner;
});
