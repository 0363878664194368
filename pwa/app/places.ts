/** The places the shell leads to; only what exists. */
import type { IconName } from "../ui/Icon.tsx";

export interface Place {
  to: "/" | "/artists" | "/posts";
  label: string;
  icon: IconName;
}

export const PLACES: Place[] = [
  { to: "/", label: "Home", icon: "home" },
  { to: "/artists", label: "Creators", icon: "creators" },
  { to: "/posts", label: "Posts", icon: "posts" },
];
