import { encodeQR } from 'qr';

/** Dark on light in both themes, as cameras expect it, with the four modules of quiet around it that the standard asks for. */
export function QrCode({ text }: { text: string }) {
  const picture = encodeQR(text, 'svg', { border: 4 });
  return (
    <img
      alt="QR code"
      src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
      className="aspect-square w-full max-w-60 rounded-field border border-line bg-white"
    />
  );
}
