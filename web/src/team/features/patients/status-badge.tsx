import { Badge, type BadgeTone } from '@/components/layout/badge.tsx';

const TONES: Record<string, BadgeTone> = { Active: 'complete', Pregnant: 'brand' };

export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={TONES[status] ?? 'other'}>{status}</Badge>
);
