/** Status of a page of the app that the server does not render: 200 unless its address leads nowhere. */
import type { Sql } from "../db/client.ts";
import { isWithheld } from "../takedowns/withheld.ts";
import { withDeadline } from "./deadline.ts";

/** Screens of a creator and of a post, and the chat server that stands for a creator. */
const CREATOR = /^\/(?<service>[^/]+)\/user\/(?<id>[^/]+)(?:\/post\/(?<post>[^/]+))?/;
const CHAT_SERVER = /^\/(?<service>discord)\/server\/(?<id>[^/]+)/;

type Status = 200 | 404 | 451;

/** @param path percent-encoded */
export async function pageStatus(sql: Sql, deadline: number, path: string): Promise<Status> {
  const groups = (CREATOR.exec(path) ?? CHAT_SERVER.exec(path))?.groups;
  if (groups === undefined) return 200;
  const [service = "", id = "", post] = [groups["service"], groups["id"], groups["post"]].map(
    (part) => part && decodeURIComponent(part),
  );
  const look = async (): Promise<Status> => {
    if (await exists(sql, service, id, post)) return 200;
    return (await isWithheld(sql, { service, id, ...(post && { post }) })) ? 451 : 404;
  };
  // The app says itself what is wrong where the database does not answer.
  return await withDeadline(deadline, look).catch(() => 200);
}

/** The creator by its id, or by the name that the app redirects from. */
async function exists(sql: Sql, service: string, id: string, post: string | undefined): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (
      select from creators c where c.service = ${service} and (c.id = ${id} or c.public_id = ${id}) and not c.hidden
        and (${post ?? null}::text is null or exists (
          select from posts p where p.service = c.service and p."user" = c.id and p.id = ${post ?? null} and not p.hidden))
    ) as found`;
  return row.found;
}

/** Matches paths with the patterns of the app's router: `$name` is a segment, `{-$name}` one that may be missing, `$` the rest. */
export function matchesRoute(path: string, routes: readonly string[]): boolean {
  const given = segmentsOf(path);
  return routes.some((route) => matches(given, segmentsOf(route)));
}

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");

function matches(given: readonly string[], route: readonly string[]): boolean {
  const splat = route.indexOf("$");
  const fixed = splat < 0 ? route : route.slice(0, splat);
  const needed = fixed.filter((segment) => !segment.startsWith("{-")).length;
  if (given.length < needed || (splat < 0 && given.length > route.length)) return false;
  return fixed.every((segment, at) => /^(\$|\{-\$)/.test(segment) || segment === given[at]);
}
