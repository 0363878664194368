import { Icon, type IconName, LineIcon } from "./Icon.tsx";

/** Icons of the viewer and of posts, separate from `Icon` to keep them out of the initial bundle. */
const PATHS = {
  grid: "M4.5 4.5h6.5v15h-6.5zM13.5 4.5h6.5v15h-6.5z",
  rows: "M4.5 4.5h15v6.5h-15zM4.5 13.5h15v6.5h-15z",
  page: "M7 3.5h10v17H7z",
  book: "M4 5h8v14H4zM12 5h8v14h-8z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  text: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8.5 9h7M12 9v6.5",
  fullscreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  share:
    "M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.6 10.5l6.8-4M8.6 13.5l6.8 4",
  link: "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1.5-1.5",
  expand: "M4 10V4h6M20 14v6h-6M4 4l6.5 6.5M20 20l-6.5-6.5",
  shrink: "M10.5 4.5v6h-6M13.5 19.5v-6h6M10.5 10.5 4 4M13.5 13.5 20 20",
  calendar: "M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 3.5v5M15.5 3.5v5",
  list: "M4 6h11M4 11h11M4 16h7M18 13v7M14.5 16.5h7",
  contents: "M9 6h11M9 12h11M9 18h11M4.5 6h.5M4.5 12h.5M4.5 18h.5",
  pen: "M4 20l1-4L16.5 4.5l3 3L8 19zM14 7l3 3",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5h4",
  key: "M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 13.2 20 4.2M16 8.2l3 3",
  lock: "M6 10.5h12V20H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5",
  codes: "M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z",
  devices: "M3.5 5.5h12v9h-12zM7 18h5M17.5 8.5h4v11h-4z",
  sync: "M5 10a7.5 7.5 0 0 1 13.5-2M19 4v4.5h-4.5M19 14a7.5 7.5 0 0 1-13.5 2M5 20v-4.5h4.5",
  flag: "M6 20.5V4M6 4.5h12l-3 4 3 4H6",
  install: "M7 3h10v18H7zM12 9v6M9 12h6",
} as const;

export type ScreenIconName = keyof typeof PATHS | IconName;

const isOwn = (name: ScreenIconName): name is keyof typeof PATHS => name in PATHS;

/** Draws one of these icons, or of the initial ones. */
export function ScreenIcon({ name, size = 18 }: { name: ScreenIconName; size?: number }) {
  return isOwn(name) ? <LineIcon path={PATHS[name]} size={size} /> : <Icon name={name} size={size} />;
}
