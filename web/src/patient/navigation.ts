import { BookOpen, Droplet, FileText, House, ListTree, MessageCircle, Sprout, UserRound } from 'lucide-react';
import type { NavigationEntry } from '@/components/layout/shell/navigation.tsx';
import { pageAt } from './pages.ts';

const HOME = '/home';
/** A page with its own way back, to wherever the patient came from. */
const OWN_WAY_BACK = '/applicator-instructions';

const entry = (to: string, label: string, icon: NavigationEntry['icon']): NavigationEntry => ({
  to,
  label,
  icon,
  onIntent: () => void pageAt(to)?.preload(),
});

export const navigation: NavigationEntry[] = [
  entry(HOME, 'Home', House),
  entry('/overview', 'Plan Overview', ListTree),
  entry('/medical-notes', 'Medical Notes', FileText),
  entry('/learn', 'Learn', BookOpen),
  entry('/support', 'My Coach', MessageCircle),
  entry('/account', 'My Account', UserRound),
];

export const logEntries: NavigationEntry[] = [
  entry('/log-result/ovulation', 'Log ovulation test', Droplet),
  entry('/log-result/pregnancy', 'Log pregnancy test', Sprout),
];

/** The target of the back arrow: the page of the first part of the address, otherwise Home. */
export function backFrom(path: string): string | null {
  if (path === HOME || path === OWN_WAY_BACK) return null;
  const first = `/${path.split('/')[1]}`;
  return first !== path && pageAt(first) ? first : HOME;
}
