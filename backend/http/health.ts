/** `/livez`: the process responds. `/readyz`: its database responds too, and says whether the search engine does. */
import type { Middleware } from "koa";
import type { Sql } from "../db/client.ts";
import type { Search } from "../search/client.ts";
import { unavailable } from "./errors.ts";

const TIMEOUT_MS = 2_000;

const SEARCH = "ready";
const BASIC_SEARCH = "titles, tags and names only: the search engine does not answer";

export function healthChecks(sql: Sql, search: Search): Middleware {
  return async (ctx, next) => {
    if (ctx.path === "/livez") {
      ctx.body = { ok: true };
    } else if (ctx.path === "/readyz") {
      const [isReady, isSearchReady] = await Promise.all([answers(sql), search.isResponding()]);
      if (!isReady) throw unavailable("The database does not answer.");
      ctx.body = { ok: true, search: isSearchReady ? SEARCH : BASIC_SEARCH };
    } else {
      await next();
    }
  };
}

async function answers(sql: Sql): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  const asked = sql`select 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([asked, timedOut]).finally(() => clearTimeout(timer));
}
