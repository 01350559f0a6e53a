/** A valley in the hour before sunrise, in the theme's colors (see the tokens). */
export default function Dawn() {
  return (
    <svg viewBox="0 0 640 800" preserveAspectRatio="xMidYMid slice" className="dawn size-full">
      <Sky />
      <Hills />
      <Leaves />
    </svg>
  );
}

function Sky() {
  return (
    <>
      <linearGradient id="dawn-sky" x2="0" y2="1">
        <stop stopColor="var(--art-sky-high)" />
        <stop offset=".42" stopColor="var(--art-sky)" />
        <stop offset=".68" stopColor="var(--art-sky-low)" />
      </linearGradient>
      <rect width="640" height="800" fill="url(#dawn-sky)" />
      <g fill="var(--art-star)">
        <circle cx="236" cy="86" r="2" />
        <circle cx="330" cy="148" r="1.5" />
        <circle cx="62" cy="262" r="1.5" />
        <circle cx="452" cy="64" r="2.2" />
        <circle cx="566" cy="150" r="1.5" />
        <circle cx="204" cy="232" r="1.7" />
        <circle cx="520" cy="226" r="1.2" />
      </g>
      <path d="M150 104a47 47 0 1 0 38 70 40 40 0 1 1-38-70Z" fill="var(--art-moon)" />
      <g fill="var(--art-glow)">
        <circle cx="424" cy="446" r="262" opacity=".22" />
        <circle cx="424" cy="446" r="206" opacity=".34" />
      </g>
      <circle cx="424" cy="446" r="150" fill="var(--art-sun)" />
      <g fill="var(--art-sky-low)" opacity=".85">
        <path d="M300 420c44-9 92-12 152-6 42 4 78 4 118-3-34 17-78 23-128 18-52-5-96-6-142-9Z" />
        <path d="M236 470c52-8 96-7 140-1 40 5 70 4 104-2-30 15-66 20-108 16-48-4-92-5-136-13Z" />
      </g>
    </>
  );
}

function Hills() {
  return (
    <>
      <path
        d="M0 548c70-44 146-66 226-46 92 23 158 66 246 54 66-9 116-44 168-52v296H0Z"
        fill="var(--art-far)"
      />
      <path
        d="M0 596c96-26 168-22 250 8 74 27 130 38 206 16 70-20 124-58 184-62v242H0Z"
        fill="var(--art-mid)"
      />
      <path
        d="M452 612c-6 10-26 14-46 22-32 13-52 26-50 46 2 22 44 34 42 66-1 20-20 38-44 60h170c10-40 0-66-34-86-30-18-62-26-58-48 3-16 24-24 30-40 3-8 0-16-10-20Z"
        fill="var(--art-water)"
      />
      <path
        d="M640 606c-74 4-132 26-166 58-26 24-14 46 16 66 26 18 34 42 26 70h124Z"
        fill="var(--art-near)"
      />
      <path d="M0 646c92-30 188-28 262 4 54 23 92 52 96 82 3 24-10 46-24 68H0Z" fill="var(--art-near)" />
      <path d="M0 706c74-26 156-24 220 6 44 20 66 52 62 88H0Z" fill="var(--art-ground)" />
      <path d="M640 690c-56 8-92 34-96 62-2 18 2 34 10 48h86Z" fill="var(--art-ground)" />
    </>
  );
}

function Leaves() {
  return (
    <>
      <path d="M104 812C6 770-44 690-52 566c94 46 152 128 156 246Z" fill="var(--art-leaf-light)" />
      <path d="M108 812C60 640 82 470 204 330c58 182 30 350-96 482Z" fill="var(--art-leaf)" />
      <path d="M116 812c26-104 92-170 196-198-8 106-78 176-196 198Z" fill="var(--art-leaf-light)" />
      <g fill="none" stroke="var(--art-vein)" strokeWidth="2.5" strokeLinecap="round" opacity=".75">
        <path d="M110 806c12-152 40-296 88-440" />
        <path d="M122 800c60-42 118-100 170-166M100 800C80 718 36 640-30 588" />
      </g>
      <g stroke="var(--art-shade)" strokeWidth="3" fill="none" strokeLinecap="round">
        <path d="M566 812c-2-60-10-108-26-150M580 812c2-80 8-136 30-194M572 812c0-44-2-70-4-104" />
      </g>
      <g fill="var(--art-sun)">
        <path d="M540 662c-14-12-20-28-18-50 16 12 23 28 18 50Z" />
        <path d="M610 618c-6-20 0-40 18-58 8 22 2 42-18 58Z" />
        <path d="M568 708c-12-14-14-30-6-50 14 16 16 32 6 50Z" />
      </g>
    </>
  );
}
