/** Line icons on a 24 grid; decorative only, because every icon has a text label. */
const PATHS = {
  home: "M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-5h4v5",
  creators:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-3.8 3-6 6.5-6s6.1 2.2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.3M18 14.5c2 .8 3.2 2.7 3.5 5.5",
  posts: "M4 5h16v14H4zM4 15l4.5-4.5 4 4 3-3L20 16M15.5 8.5h.01",
  view: "M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20",
  menu: "M4 7h16M4 12h16M4 17h10",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  back: "M19 12H5M11 6l-6 6 6 6",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M6 5v14",
  last: "M6 5l7 7-7 7M18 5v14",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  star: "M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5L12 16.3 7 19l1.1-5.5L4 9.7 9.6 9Z",
  file: "M6 3.5h8l4 4v13H6zM14 3.5v4h4",
  files: "M8 7h11v13H8zM5 17V4h11",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  import: "M4 13h4l1.5 3h5l1.5-3h4M4 13l2.5-8.5h11L20 13v6.5H4z",
  external: "M13 5h6v6M19 5l-9 9M17 14v5H5V7h5",
  tag: "M4 4h8l8 8-8 8-8-8zM8 8h.01",
  message: "M4 5h16v11H10l-4 4v-4H4z",
  warning: "M12 4 2.8 20h18.4zM12 10v5M12 17.5v.01",
  offline: "M3 3l18 18M8 18h9a4 4 0 0 0 2.5-7M16.5 8A6 6 0 0 0 8 7M6 10.2A4 4 0 0 0 8 18",
  language:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 12h17M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6 12 3Z",
  contrast: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 3.5v17M12 8h6.5M12 12h8M12 16h6.5",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2",
  reload: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.5M20 4.5v5h-5",
  random: "M3 7h3.5l10 10H21M3 17h3.5l3-3M13.5 10l3-3H21M18.5 4.5 21 7l-2.5 2.5M18.5 14.5 21 17l-2.5 2.5",
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20.5c.5-4 3.5-6 8-6s7.5 2 8 6",
  enter: "M11 4h8v16h-8M4 12h10M10.5 8.5 14 12l-3.5 3.5",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  eyeOff:
    "M4 4l16 16M9.5 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.3M6.3 7.7A15 15 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 3.7-.8M10 10a3 3 0 0 0 4.1 4.2",
  mute: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM6 6l12 12",
  more: "M5.2 12h.6M11.7 12h.6M18.2 12h.6",
  saved: "M6.5 4h11v16.5L12 16.5l-5.5 4z",
  trash: "M4 7h16M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5M14 11v5",
  sound: "M5 9.5v5h3.5L13 18V6L8.5 9.5zM16 9a4 4 0 0 1 0 6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size }: { name: IconName; size?: number }) {
  return <LineIcon path={PATHS[name]} size={size} />;
}

export function LineIcon({ path, size = 20 }: { path: string; size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
