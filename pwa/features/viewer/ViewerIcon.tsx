/** Icons that only the viewer needs, so that the first page does not carry them. */
const PATHS = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  fullscreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
} as const;

export function ViewerIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      width={22}
      height={22}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
