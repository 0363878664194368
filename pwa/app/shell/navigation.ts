/** The places the shell leads to; only what exists. */
import type { LinkProps } from "@tanstack/react-router";
import type { HideableLink } from "#shared/rules/site.ts";
import type { MessageId } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import type { IconName } from "../../ui/Icon.tsx";

export interface Place {
  to: NonNullable<LinkProps["to"]>;
  /** Rest of an address that ends with `$`. */
  part?: string;
  label: MessageId;
  icon: IconName;
  /** Name under which the operator can leave it out. */
  hideable?: HideableLink;
}

export interface Section {
  title: MessageId;
  places: Place[];
}

const CREATORS: Place = { to: "/artists", label: "places.creators", icon: "creators" };
const POSTS: Place = { to: "/posts", label: "places.posts", icon: "posts" };
const IMPORT: Place = { to: "/importer", label: "places.import", icon: "download" };
const HOME: Place = { to: "/", label: "frame.home", icon: "home" };
const REGISTER: Place = {
  to: "/authentication/$",
  part: "register",
  label: "places.register",
  icon: "account",
};
const LOGIN: Place = { to: "/authentication/$", part: "login", label: "places.login", icon: "enter" };

const SAVED: Place = { to: "/saved", label: "places.saved", icon: "saved" };

export const BAR: Place[] = [HOME, CREATORS, POSTS, SAVED];
export const HEADER: Place[] = [CREATORS, POSTS, IMPORT, REGISTER, LOGIN];

const SECTIONS: Section[] = [
  {
    title: "places.creators",
    places: [
      { ...CREATORS, label: "places.allCreators" },
      { to: "/artists/updated", label: "places.updated", icon: "clock" },
      { to: "/artists/random", label: "places.randomCreator", icon: "random" },
    ],
  },
  {
    title: "places.posts",
    places: [
      { ...POSTS, label: "places.allPosts" },
      { to: "/posts/popular", label: "places.popular", icon: "star" },
      { to: "/posts/tags", label: "places.tags", icon: "tag" },
      { to: "/posts/random", label: "places.randomPost", icon: "random" },
      SAVED,
      { to: "/dms", label: "places.dms", icon: "message", hideable: "dms" },
      { to: "/posts/upload", label: "places.upload", icon: "upload" },
    ],
  },
  {
    title: "places.importer",
    places: [
      IMPORT,
      { to: "/importer/tutorial", label: "places.keys", icon: "key" },
      { to: "/shares", label: "places.shares", icon: "files", hideable: "shares" },
    ],
  },
  {
    title: "places.account",
    places: [REGISTER, LOGIN, { to: "/settings", label: "places.settings", icon: "settings" }],
  },
];

/** The sidebar's sections without the links the operator leaves out. */
export function sections(): Section[] {
  const { hidden } = site();
  const isShown = ({ hideable }: Place) => hideable === undefined || !hidden.includes(hideable);
  return SECTIONS.map(({ title, places }) => ({ title, places: places.filter(isShown) }));
}
