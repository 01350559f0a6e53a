import { toast } from '@/components/feedback/toast-store.ts';
import { showFailuresBy } from '@/lib/backend/failures.ts';

// lib and components do not know each other; each side imports this once, when it starts.
showFailuresBy((words) => toast({ title: 'Error', description: words, variant: 'destructive' }).dismiss);
