export function PageHeading({ children }: { children: string }) {
  return <h1 className="mb-7 text-title sm:text-display">{children}</h1>;
}
