/** `/livez`: the process responds. `/readyz`: its database responds too. */
import type { Middleware } from "koa";
import type { Sql } from "../db/client.ts";
import { unavailable } from "./errors.ts";

const TIMEOUT_MS = 2_000;

export function healthChecks(sql: Sql): Middleware {
  return async (ctx, next) => {
    if (ctx.path === "/livez") {
      ctx.body = { ok: true };
    } else if (ctx.path === "/readyz") {
      if (!(await answers(sql))) throw unavailable("The database does not answer.");
      ctx.body = { ok: true };
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
