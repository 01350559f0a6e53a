import { renderSVG } from 'uqr';

/** The empty border the standard requires, in modules. */
const BORDER = 4;

/** Black on white in both themes, because cameras expect it. */
export function QrCode({ text, keyId }: { text: string; keyId: string }) {
  // Without it, thin lines appear between the squares.
  const picture = renderSVG(text, { border: BORDER }).replace('<svg', '<svg shape-rendering="crispEdges"');
  return (
    <img
      alt="QR code for your authenticator app"
      aria-describedby={keyId}
      src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
      className="aspect-square w-full max-w-60 justify-self-center rounded-field border border-line bg-white"
    />
  );
}
