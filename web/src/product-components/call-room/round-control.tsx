import type { ComponentType } from 'react';

type Props = {
  label: string;
  icon: ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: 'true' }>;
  /** Something of ours isn't reaching the other side. */
  isOff?: boolean;
  ends?: boolean;
  onClick: () => void;
};

const looks = {
  on: 'bg-on-stage/15 text-on-stage hover:bg-on-stage/25',
  off: 'bg-on-stage text-stage hover:bg-on-stage/90',
  ends: 'bg-hang-up text-on-hang-up hover:bg-hang-up/85',
};

/** A call's control over the video: large enough for a thumb, and named for screen readers. */
export function RoundControl({ label, icon: Icon, isOff = false, ends = false, onClick }: Props) {
  const look = looks[ends ? 'ends' : isOff ? 'off' : 'on'];
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`press grid size-14 shrink-0 place-items-center rounded-full backdrop-blur-sm ${look}`}
    >
      <Icon className="size-6" strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
