/** Line icons drawn on a 24 grid; decoration only, the label is always text. */
const PATHS = {
  home: "M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-5h4v5",
  creators:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-3.8 3-6 6.500-6s6.100 2.200 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.300M18 14.500c2 .8 3.200 2.700 3.500 5.500",
  posts: "M4 5h16v14H4zM4 15l4.500-4.500 4 4 3-3L20 16M15.500 8.500h.01",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20 20",
  menu: "M4 7h16M4 12h16M4 17h10",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.500l4.500 4.500L19 7.500",
  back: "M19 12H5M11 6l-6 6 6 6",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M6 5v14",
  last: "M6 5l7 7-7 7M18 5v14",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
  moon: "M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10Z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  star: "M12 4l2.400 5 5.600.7-4.100 3.800 1.100 5.500L12 16.300 7 19l1.100-5.500L4 9.700 9.600 9Z",
  file: "M6 3.500h8l4 4v13H6zM14 3.500v4h4",
  files: "M8 7h11v13H8zM5 17V4h11",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  external: "M13 5h6v6M19 5l-9 9M17 14v5H5V7h5",
  tag: "M4 4h8l8 8-8 8-8-8zM8 8h.01",
  message: "M4 5h16v11H10l-4 4v-4H4z",
  warning: "M12 4 2.800 20h18.400zM12 10v5M12 17.500v.01",
  offline: "M3 3l18 18M8 18h9a4 4 0 0 0 2.500-7M16.500 8A6 6 0 0 0 8 7M6 10.200A4 4 0 0 0 8 18",
  language:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.500 12h17M12 3c2.500 2.600 3.700 5.600 3.700 9s-1.200 6.400-3.700 9c-2.500-2.600-3.700-5.600-3.700-9S9.500 5.600 12 3Z",
  contrast:
    "M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 3.500v17M12 8h6.500M12 12h8M12 16h6.500",
  clock: "M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 7.500V12l3 2",
  random:
    "M3 7h3.500l10 10H21M3 17h3.500l3-3M13.500 10l3-3H21M18.500 4.500 21 7l-2.500 2.500M18.500 14.500 21 17l-2.500 2.500",
  upload: "M12 15V4M7 8l5-5 5 5M5 20h14",
  key: "M8.500 19a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9ZM12 11.500 19.500 4M16 7.500l3 3",
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20.500c.5-4 3.500-6 8-6s7.500 2 8 6",
  enter: "M11 4h8v16h-8M4 12h10M10.500 8.500 14 12l-3.500 3.500",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  sound: "M5 9.500v5h3.500L13 18V6L8.500 9.500zM16 9a4 4 0 0 1 0 6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
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
      <path d={PATHS[name]} />
    </svg>
  );
}
