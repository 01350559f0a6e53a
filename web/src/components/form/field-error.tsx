/** The words under a field. The place is always there, so that a message that appears is read aloud. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-small font-medium text-danger not-empty:mt-2">
      {error}
    </p>
  );
}
