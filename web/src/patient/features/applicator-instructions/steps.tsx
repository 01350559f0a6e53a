import { APPLICATOR_STEPS } from '@domain/copy/applicator-instructions.ts';
import { DescribedPicture } from '@/components/art/described-picture.tsx';
import type { PictureName } from '@/components/art/pictures.ts';

const PICTURES: readonly PictureName[] = [
  'applicator-step-1',
  'applicator-step-2',
  'applicator-step-3',
  'applicator-step-4',
];

export function Steps() {
  return (
    <ol className="steps grid gap-5 lg:grid-cols-2 print:grid-cols-2">
      {APPLICATOR_STEPS.map(({ title, text }, index) => (
        <li key={title} className="overflow-clip rounded-card border border-line bg-card shadow-card">
          <DescribedPicture name={PICTURES[index]!} className="aspect-[4/3] w-full" />
          <div className="flex gap-4 p-5">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-blush font-semibold text-brand-ink tabular-nums"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <h2 className="text-heading">
                <span className="sr-only">Step {index + 1}: </span>
                {title}
              </h2>
              <p className="mt-1.5 text-soft">{text}</p>
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}
