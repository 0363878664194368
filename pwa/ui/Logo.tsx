/** The logo: a bird roosting before the evening sun. Same drawing as `public/favicon.svg`, without its background. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="39" cy="27" r="19" fill="#f5a55c" />
      <Body />
    </svg>
  );
}

/** The bird on its branch, for large scenes. */
export function Bird() {
  return (
    <svg viewBox="0 14 64 46" aria-hidden="true" focusable="false">
      <Body />
    </svg>
  );
}

function Body() {
  return (
    <>
      <path
        d="M8 49c7-4 9-9 11-15 3-9 9-15 17-15 6 0 10 3 11 8l8 3-8 3c0 11-8 18-19 18-7 0-13-1-20-2Z"
        fill="#fdf6ea"
      />
      <path d="M14 47c9 0 18-4 22-15-9-1-15 4-17 9-1 2-3 4-5 6Z" fill="#b9502b" />
      <circle cx="40" cy="26.500" r="2" fill="#2a2038" />
      <path d="M5 54h54" stroke="#fdf6ea" strokeWidth="3.500" strokeLinecap="round" />
      <path d="M28 49.500V54M34 48.500V54" stroke="#fdf6ea" strokeWidth="2.500" />
    </>
  );
}
