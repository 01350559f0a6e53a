/** Moon, a small sun on its rings, and a hill. What matters lies in the middle, so that wide and tall frames both keep it. */
export function Orbit({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <rect width="480" height="300" fill="var(--art-mist)" />
      <path d="M158 60a45 45 0 1 0 40 75 40 40 0 0 1-40-75Z" fill="var(--art-moon)" />
      <g fill="none" stroke="var(--art-ring)" strokeWidth="2.5">
        <ellipse cx="290" cy="152" rx="62" ry="33" />
        <ellipse cx="290" cy="152" rx="98" ry="54" />
      </g>
      <circle cx="290" cy="152" r="20" fill="var(--art-sun)" />
      <path d="M0 230c80-34 180-44 270-24s150 22 210 10v84H0Z" fill="var(--art-night)" />
    </svg>
  );
}
