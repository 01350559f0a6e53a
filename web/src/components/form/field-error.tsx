/** The message under a field. Its place always exists, so that a new message is announced. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-small font-medium text-danger not-empty:mt-2">
      {error}
    </p>
  );
}
