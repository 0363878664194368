import { LineIcon } from "./Icon.tsx";

/** Icons of the viewer and of posts, separate from `Icon` to keep them out of the initial bundle. */
const PATHS = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  fullscreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  share:
    "M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.6 10.5l6.8-4M8.6 13.5l6.8 4",
  link: "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1.5-1.5",
  expand: "M4 10V4h6M20 14v6h-6M4 4l6.5 6.5M20 20l-6.5-6.5",
  shrink: "M10.5 4.5v6h-6M13.5 19.5v-6h6M10.5 10.5 4 4M13.5 13.5 20 20",
  calendar: "M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 3.5v5M15.5 3.5v5",
  list: "M4 6h11M4 11h11M4 16h7M18 13v7M14.5 16.5h7",
  pen: "M4 20l1-4L16.5 4.5l3 3L8 19zM14 7l3 3",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
} as const;

export function ScreenIcon({ name, size = 18 }: { name: keyof typeof PATHS; size?: number }) {
  return <LineIcon path={PATHS[name]} size={size} />;
}
