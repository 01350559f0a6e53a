/** Lines as they are written on a label. */
export const Address = ({ lines }: { lines: readonly string[] }) => (
  <address className="not-italic">
    {lines.map((line) => (
      <span key={line} className="block wrap-anywhere">
        {line}
      </span>
    ))}
  </address>
);
