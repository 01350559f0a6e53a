type Props = {
  /** `href` is null if no number is known, and then the label says what to do. */
  label: string;
  href: string | null;
};

/** The number to call, below what is urgent. */
export const EmergencyLink = ({ label, href }: Props) =>
  href === null ? (
    <p className="mt-2.5 font-semibold">{label}</p>
  ) : (
    <a href={href} className="text-link mt-2.5 inline-block font-semibold">
      {label}
    </a>
  );
