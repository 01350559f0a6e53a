/** Two leaves before a pale sun, and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-3 font-display text-[1.75rem] leading-none font-medium text-brand">
      <svg viewBox="0 0 36 36" aria-hidden="true" className="size-9">
        <circle cx="18" cy="18" r="17" className="fill-blush" />
        <path d="M17.5 31.5C11.5 27 8.5 20.5 9 12.5c5.8 4.200 8.7 10.5 8.5 19Z" className="fill-brand/55" />
        <path d="M17.5 31.5c-1-10.5 1.5-19 8.7-25.5 2.5 10-.7 19-8.7 25.5Z" className="fill-brand" />
      </svg>
      Béa
    </span>
  );
}
