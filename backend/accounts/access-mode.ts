/** Access mode of the archive: as `ACCESS` says, else as an administrator has chosen on screen. */
import type { AccessMode } from "#shared/rules/site.ts";
import { type Config, requireNoDataServers } from "../config.ts";
import type { Db, Sql } from "../db/client.ts";

const POLL_INTERVAL_MS = 2_000;

/** Settings of a process that serves the archive. */
export interface ServedConfig extends Config {
  ACCESS: AccessMode;
  /**
   * `setting`: `ACCESS` was set, and the choice on screen has no effect. `unknown`: there was no database to ask, and nothing
   * is served until `followAccessMode` finds one.
   */
  accessSource: "setting" | "choice" | "unknown";
}

/** @throws SettingsError with settings that an archive for members cannot have */
export async function withAccessMode(db: Db, config: Config): Promise<ServedConfig> {
  if (config.ACCESS !== undefined) return { ...config, ACCESS: config.ACCESS, accessSource: "setting" };
  const ACCESS = await chosenAccess(db).catch(() => undefined);
  if (ACCESS === "members") requireNoDataServers(config);
  return { ...config, ACCESS: ACCESS ?? "open", accessSource: ACCESS === undefined ? "unknown" : "choice" };
}

export async function chosenAccess(db: Db): Promise<AccessMode> {
  const [row] = await db<[{ access: AccessMode }]>`select access from site_settings`;
  return row.access;
}

/**
 * Calls back once when another mode is to be served: routes, caches and pages are made for one, so the process
 * has to start again. Polls, as notifications may be missed.
 * @returns stop
 */
export function followAccessMode(
  sql: Sql,
  { ACCESS, accessSource }: ServedConfig,
  onChange: () => void,
): () => void {
  if (accessSource === "setting") return () => {};
  const timer = setInterval(async () => {
    const chosen = await chosenAccess(sql).catch(() => undefined); // the database is away
    if (chosen === undefined || (chosen === ACCESS && accessSource === "choice")) return;
    clearInterval(timer);
    onChange();
  }, POLL_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** @returns the previous mode */
export async function setAccessMode(db: Db, access: AccessMode): Promise<AccessMode> {
  const [row] = await db<[{ before: AccessMode }]>`
    with old as (select access from site_settings for update)
    update site_settings set access = ${access} from old returning old.access as before`;
  return row.before;
}
