/** Decorative: the words next to it say what is happening. */
export function Spinner() {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      data-testid="spinner"
      className="size-5 shrink-0 animate-spin"
    >
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.28" />
      <path
        d="M10 2a8 8 0 0 1 8 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
