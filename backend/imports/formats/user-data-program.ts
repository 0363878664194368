/** Differences between the programs that write `user_data.db`. */
import { toUtc } from "./lib/dates.ts";
import type { Reading } from "./lib/format.ts";
import type { DatabaseCopy } from "./lib/sqlite.ts";

export interface Program {
  /** @returns naive UTC; undefined if it is not a date */
  date(text: string): string | undefined;
}

const DAY_FIRST = /^(\d{2})-(\d{2})-(\d{4})/;

/** Detects the program by its dates: OF-Scraper writes offsets, UltimaScraper UTC (formerly day first), OF-DL local time. */
export function programOf(database: DatabaseCopy, zone: string): Program {
  const isUltima = database.tables().has("alembic_version");
  return { date: (text) => toUtc(text.replace(DAY_FIRST, "$3-$2-$1"), isUltima ? "UTC" : zone) };
}

export type Service = "onlyfans" | "fansly";

/** Detects the service: UltimaScraper uses it in folder names and links; the others support one service only. */
export function serviceOf(database: DatabaseCopy, path: string): Service {
  const isFansly =
    path.toLowerCase().split("/").includes("fansly") ||
    database.row("select 1 from medias where link like '%fansly.com/%' limit 1") !== undefined;
  return isFansly ? "fansly" : "onlyfans";
}

export interface UserDataCreator {
  service: Service;
  /** Id in records: the name on OnlyFans, the number on Fansly. */
  id: string;
  name: string;
  /** The creator's number in messages and shared tables; undefined if unknown. */
  number: bigint | number | undefined;
  /** True if rows without a creator belong to this one. */
  isFirst: boolean;
}

/** Creators of a database: one, unless OF-Scraper is configured to share it. */
export function creatorsOf(
  database: DatabaseCopy,
  service: Service,
  path: string,
  reading: Reading,
): UserDataCreator[] {
  const creators = [...profiles(database)].map(({ number, name }, at) => {
    const id = service === "fansly" ? String(number) : name;
    return { service, id, name, number, isFirst: at === 0 };
  });
  if (creators.length > 0) return creators;
  // OF-DL stores no profile: the folder is named after the creator.
  const name = path.slice(path.lastIndexOf("/") + 1);
  const asked = name === "" || service === "fansly" ? reading.creatorOf(path) : undefined;
  const id = asked?.id ?? name;
  if (id === "") return [];
  return [{ service, id, name: asked?.name ?? name, number: senderOfMedia(database), isFirst: true }];
}

/** Yields profiles with their last stored name. */
function* profiles(database: DatabaseCopy): Generator<{ number: bigint | number; name: string }> {
  if (!database.tables().has("profiles")) return;
  const rows = database.rows(
    "select user_id, username from profiles where id in (select max(id) from profiles group by user_id) order by id",
  );
  for (const { user_id: number, username } of rows)
    if ((typeof number === "number" || typeof number === "bigint") && username)
      yield { number, name: String(username) };
}

/** Finds the sender of most media: only the creator's media are downloaded. */
function senderOfMedia(database: DatabaseCopy): bigint | number | undefined {
  if (!database.tables().has("messages")) return undefined;
  const number = database.row(
    `select m.user_id from messages m join medias d on d.post_id = m.post_id
     where m.user_id > 0 group by m.user_id order by count(*) desc limit 1`,
  )?.["user_id"];
  return typeof number === "number" || typeof number === "bigint" ? number : undefined;
}
