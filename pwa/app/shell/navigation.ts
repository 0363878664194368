/** Navigation items of the layout. */
import type { LinkProps } from "@tanstack/react-router";
import type { HideableLink } from "#shared/rules/site.ts";
import type { MessageId } from "../../i18n/initial.ts";
import { createStore } from "../../lib/create-store.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";
import { site } from "../../lib/site.ts";
import type { IconName } from "../../ui/Icon.tsx";

export interface NavItem {
  to: NonNullable<LinkProps["to"]>;
  /** Labels of account links are in the deferred English catalog (account-links.ts). */
  label: MessageId;
  icon: IconName;
  /** Number of waiting items. */
  count?: number;
  /** Name by which the operator can hide it. */
  hideable?: HideableLink;
  /** Shown only where accounts have passwords. */
  needsPassword?: true;
}

export interface Section {
  /** In the deferred English catalog for the queues. */
  title: MessageId;
  items: NavItem[];
}

const CREATORS: NavItem = { to: "/artists", label: "navigation.creators", icon: "creators" };
const POSTS: NavItem = { to: "/posts", label: "navigation.posts", icon: "posts" };
const HOME: NavItem = { to: "/", label: "shell.home", icon: "home" };
const SAVED: NavItem = { to: "/saved", label: "navigation.saved", icon: "saved" };

export const BAR: NavItem[] = [HOME, CREATORS, POSTS, SAVED];

export const VISITOR: NavItem[] = [
  { to: "/authentication/register", label: "navigation.register", icon: "account", needsPassword: true },
  { to: "/authentication/login", label: "navigation.login", icon: "enter" },
];

/** Links for visitors, or for the account that is logged in (account-links.ts). */
export const accountLinks = createStore(VISITOR);

/** Queues of moderators (account-links.ts), and whether there were any on this device: their space is kept for them. */
export const queueLinks = createStore<NavItem[]>([]);
export const hasQueues = createSetting("queues", oneOf(["yes", "no"]), "no", { ssr: "sent" });

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
      { to: "/search_hash", label: "navigation.findFile", icon: "file" },
      SAVED,
      { to: "/dms", label: "navigation.dms", icon: "message", hideable: "dms" },
    ],
  },
  {
    title: "navigation.importer",
    items: [
      { to: "/importer", label: "navigation.import", icon: "import" },
      { to: "/shares", label: "navigation.shares", icon: "files", hideable: "shares" },
    ],
  },
  {
    title: "navigation.account",
    items: [{ to: "/settings", label: "navigation.settings", icon: "settings" }],
  },
];

/**
 * Sections of the sidebar without links hidden by the operator.
 * @param own from `accountLinks`
 * @param queues from `queueLinks`
 * @param isLockedOut leaves only the account's links
 */
export function sections(own: NavItem[], queues: NavItem[], isLockedOut = false): Section[] {
  const { hidden, login } = site();
  const isShown = ({ hideable, needsPassword }: NavItem) =>
    (hideable === undefined || !hidden.includes(hideable)) && (needsPassword !== true || login.password);
  if (isLockedOut) return [{ title: "navigation.account", items: own.filter(isShown) }];
  const shown = SECTIONS.map(({ title, items }) => ({
    title,
    items: (title === "navigation.account" ? [...own, ...items] : items).filter(isShown),
  }));
  return queues.length === 0 ? shown : [{ title: "moderation.title", items: queues }, ...shown];
}
