import { Dialog } from '@/components/overlay/dialog.tsx';
import { PictureOf } from './picture-of.tsx';

type Props = { open: boolean; file: Blob; name: string; onClose: () => void };

/** A message's picture, as large as the screen allows. */
export default function LargePicture({ open, file, name, onClose }: Props) {
  return (
    <Dialog open={open} title={name} onClose={onClose}>
      <PictureOf file={file} alt={name} className="mx-auto max-h-[75dvh] max-w-full object-contain" />
    </Dialog>
  );
}
