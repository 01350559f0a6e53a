import { BookOpen, FileText, House, ListTree, MessageCircle, UserRound } from 'lucide-react';
import type { NavigationEntry } from '@/components/shell/navigation.tsx';
import { pageAt } from './pages.ts';

const entry = (to: string, label: string, icon: NavigationEntry['icon']): NavigationEntry => ({
  to,
  label,
  icon,
  onIntent: () => pageAt(to)?.preload(),
});

export const navigation: NavigationEntry[] = [
  entry('/home', 'Home', House),
  entry('/overview', 'Plan Overview', ListTree),
  entry('/medical-notes', 'Medical Notes', FileText),
  entry('/learn', 'Learn', BookOpen),
  entry('/support', 'My Coach', MessageCircle),
  entry('/account', 'My Account', UserRound),
];
