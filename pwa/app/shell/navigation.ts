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

const CREATORS: Place = { to: "/artists", label: "navigation.creators", icon: "creators" };
const POSTS: Place = { to: "/posts", label: "navigation.posts", icon: "posts" };
const IMPORT: Place = { to: "/importer", label: "navigation.import", icon: "download" };
const HOME: Place = { to: "/", label: "shell.home", icon: "home" };
const REGISTER: Place = {
  to: "/authentication/$",
  part: "register",
  label: "navigation.register",
  icon: "account",
};
const LOGIN: Place = { to: "/authentication/$", part: "login", label: "navigation.login", icon: "enter" };

const SAVED: Place = { to: "/saved", label: "navigation.saved", icon: "saved" };

export const BAR: Place[] = [HOME, CREATORS, POSTS, SAVED];
export const HEADER: Place[] = [CREATORS, POSTS, IMPORT, REGISTER, LOGIN];

const SECTIONS: Section[] = [
  {
    title: "navigation.creators",
    places: [
      { ...CREATORS, label: "navigation.allCreators" },
      { to: "/artists/updated", label: "navigation.updated", icon: "clock" },
      { to: "/artists/random", label: "navigation.randomCreator", icon: "random" },
    ],
  },
  {
    title: "navigation.posts",
    places: [
      { ...POSTS, label: "navigation.allPosts" },
      { to: "/posts/popular", label: "navigation.popular", icon: "star" },
      { to: "/posts/tags", label: "navigation.tags", icon: "tag" },
      { to: "/posts/random", label: "navigation.randomPost", icon: "random" },
      SAVED,
      { to: "/dms", label: "navigation.dms", icon: "message", hideable: "dms" },
      { to: "/posts/upload", label: "navigation.upload", icon: "upload" },
    ],
  },
  {
    title: "navigation.importer",
    places: [
      IMPORT,
      { to: "/importer/tutorial", label: "navigation.keys", icon: "key" },
      { to: "/shares", label: "navigation.shares", icon: "files", hideable: "shares" },
    ],
  },
  {
    title: "navigation.account",
    places: [REGISTER, LOGIN, { to: "/settings", label: "navigation.settings", icon: "settings" }],
  },
];

/** The sidebar's sections without the links the operator leaves out. */
export function sections(): Section[] {
  const { hidden } = site();
  const isShown = ({ hideable }: Place) => hideable === undefined || !hidden.includes(hideable);
  return SECTIONS.map(({ title, places }) => ({ title, places: places.filter(isShown) }));
}
