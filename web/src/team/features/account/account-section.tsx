import type { ReactNode } from 'react';
import { SectionCard } from '@/components/layout/section-card.tsx';

type Props = { title: string; about: ReactNode; children?: ReactNode };

/** One section of ‘Your account’. */
export const AccountSection = ({ children, ...words }: Props) => (
  <SectionCard {...words}>{children && <div className="mt-4">{children}</div>}</SectionCard>
);
