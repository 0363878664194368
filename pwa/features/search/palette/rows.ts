/** Rows of the command palette. */
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { withoutMarks } from "../../../lib/highlight.ts";
import type { IconName } from "../../../ui/Icon.tsx";
import type { Visit } from "../../reading/history/store.ts";
import { fitness } from "./fuzzy.ts";

export interface Command {
  id: string;
  title: string;
  icon: IconName;
  /** Address in the app, or an action. */
  go: string | (() => void);
}

export interface Row extends Command {
  note?: string | undefined;
  service?: string | undefined;
}

export type GroupName = "recent" | "pages" | "actions" | "creators" | "posts";

export interface Group {
  name: GroupName;
  rows: Row[];
}

export interface Sources {
  typed: string;
  pages: Command[];
  actions: Command[];
  visits: Visit[];
  creators: SearchAnswer["creators"];
  posts: SearchAnswer["posts"];
  /** Row that searches all posts. */
  all: Row | undefined;
}

const RECENT = 6;
const part = encodeURIComponent;

/** Without a query: recent pages, then all commands. With a query: best matches first. */
export function groupsOf(sources: Sources): Group[] {
  const { typed, pages, actions, visits, creators, posts, all } = sources;
  const recent = visits.map(visitRow);
  if (typed === "")
    return filled([
      { name: "recent", rows: recent.slice(0, RECENT) },
      { name: "pages", rows: pages },
      { name: "actions", rows: actions },
    ]);
  const known = fitting(recent, typed).slice(0, RECENT);
  const seen = new Set(known.map(({ go }) => go));
  const isNew = ({ go }: Row) => !seen.has(go);
  const commands: Group[] = [
    { name: "pages", rows: fitting(pages, typed) },
    { name: "actions", rows: fitting(actions, typed) },
  ];
  const found: Group[] = [
    { name: "recent", rows: known },
    { name: "creators", rows: creators.map(creatorRow).filter(isNew) },
    { name: "posts", rows: [...posts.map(postRow).filter(isNew), ...(all === undefined ? [] : [all])] },
  ];
  // A fuzzy match of a command comes after results with exactly that name.
  const isMeant = commands.some(isCalled(typed)) || !found.slice(0, 2).some(isCalled(typed));
  return filled(isMeant ? [...commands, ...found] : [...found, ...commands]);
}

/** True if no search result can rank above the first row. */
export function isSure([first]: Group[], typed: string): boolean {
  const isOfSearch = first === undefined || first.name === "creators" || first.name === "posts";
  return !isOfSearch && (typed === "" || isCalled(typed)(first));
}

const isCalled =
  (typed: string) =>
  ({ rows }: Group): boolean =>
    rows.some(({ title }) => (fitness(title, typed) ?? 3) < 3);

const filled = (groups: Group[]) => groups.filter(({ rows }) => rows.length > 0);

function fitting(rows: Row[], typed: string): Row[] {
  return rows
    .map((row) => ({ row, rank: fitness(row.title, typed) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ row }) => row);
}

function visitRow({ href, kind, title, creator, service }: Visit): Row {
  return {
    id: `palette-${part(href)}`,
    title,
    icon: kind === "post" ? "posts" : "creators",
    go: href,
    note: creator,
    service,
  };
}

function creatorRow({ service, id, name }: SearchAnswer["creators"][number]): Row {
  const go = `/${service}/user/${part(id)}`;
  return { id: `palette-${part(go)}`, title: withoutMarks(name), icon: "creators", go, service };
}

function postRow({ service, user, id, title, creator }: SearchAnswer["posts"][number]): Row {
  const go = `/${service}/user/${part(user)}/post/${part(id)}`;
  return {
    id: `palette-${part(go)}`,
    title: withoutMarks(title) || id,
    icon: "posts",
    go,
    note: withoutMarks(creator),
    service,
  };
}
