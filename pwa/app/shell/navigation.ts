/** Navigation items of the shell; only what exists. */
import type { LinkProps } from "@tanstack/react-router";
import type { HideableLink } from "#shared/rules/site.ts";
import type { MessageId } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import type { IconName } from "../../ui/Icon.tsx";

export interface NavItem {
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
  items: NavItem[];
}

const CREATORS: NavItem = { to: "/artists", label: "navigation.creators", icon: "creators" };
const POSTS: NavItem = { to: "/posts", label: "navigation.posts", icon: "posts" };
const IMPORT: NavItem = { to: "/importer", label: "navigation.import", icon: "download" };
const HOME: NavItem = { to: "/", label: "shell.home", icon: "home" };
const REGISTER: NavItem = {
  to: "/authentication/$",
  part: "register",
  label: "navigation.register",
  icon: "account",
};
const LOGIN: NavItem = { to: "/authentication/$", part: "login", label: "navigation.login", icon: "enter" };

const SAVED: NavItem = { to: "/saved", label: "navigation.saved", icon: "saved" };

export const BAR: NavItem[] = [HOME, CREATORS, POSTS, SAVED];
export const HEADER: NavItem[] = [CREATORS, POSTS, IMPORT, REGISTER, LOGIN];

const SECTIONS: Section[] = [
  {
    title: "navigation.creators",
    items: [
      { ...CREATORS, label: "navigation.allCreators" },
      { to: "/artists/updated", label: "navigation.updated", icon: "clock" },
      { to: "/artists/random", label: "navigation.randomCreator", icon: "random" },
    ],
  },
  {
    title: "navigation.posts",
    items: [
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
    items: [
      IMPORT,
      { to: "/importer/tutorial", label: "navigation.keys", icon: "key" },
      { to: "/shares", label: "navigation.shares", icon: "files", hideable: "shares" },
    ],
  },
  {
    title: "navigation.account",
    items: [REGISTER, LOGIN, { to: "/settings", label: "navigation.settings", icon: "settings" }],
  },
];

/** The sidebar's sections without the links the operator leaves out. */
export function sections(): Section[] {
  const { hidden } = site();
  const isShown = ({ hideable }: NavItem) => hideable === undefined || !hidden.includes(hideable);
  return SECTIONS.map(({ title, items }) => ({ title, items: items.filter(isShown) }));
}
