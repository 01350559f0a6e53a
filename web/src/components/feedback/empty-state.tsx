import type { ReactNode } from 'react';
import { Picture } from '@/components/art/picture.tsx';
import type { PictureName } from '@/components/art/pictures.ts';

type Props = {
  /** Decorative: it adds nothing to the words. */
  picture: PictureName;
  title: string;
  /** A second, softer line. */
  children?: ReactNode;
  /** The one thing to do about it. */
  action?: ReactNode;
};

/** An empty state, kindly worded. */
export function EmptyState({ picture, title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center px-2 py-6 text-center">
      <div aria-hidden="true" className="mb-5 size-32 overflow-hidden rounded-full">
        <Picture name={picture} className="size-full" />
      </div>
      <p className="max-w-sm font-display text-lead font-medium text-balance">{title}</p>
      {children && <div className="mt-1.5 max-w-sm text-soft">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
