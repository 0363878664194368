/** What differs between the programs that write `user_data.db`. */
import { toUtc } from "./lib/dates.ts";
import type { Reading } from "./lib/format.ts";
import type { DatabaseCopy } from "./lib/sqlite.ts";

export interface Program {
  /** @returns naive UTC, undefined where it is no date */
  date(text: string): string | undefined;
}

const DAY_FIRST = /^(\d{2})-(\d{2})-(\d{4})/;

/** OF-Scraper writes offsets, UltimaScraper UTC (once with the day first), OF-DL the local time of its computer. */
export function programOf(database: DatabaseCopy, zone: string): Program {
  const isUltima = database.tables().has("alembic_version");
  return { date: (text) => toUtc(text.replace(DAY_FIRST, "$3-$2-$1"), isUltima ? "UTC" : zone) };
}

export type Service = "onlyfans" | "fansly";

/** UltimaScraper names its folders and links after the service; the others have one service only. */
export function serviceOf(database: DatabaseCopy, path: string): Service {
  const isFansly =
    path.toLowerCase().split("/").includes("fansly") ||
    database.row("select 1 from medias where link like '%fansly.com/%' limit 1") !== undefined;
  return isFansly ? "fansly" : "onlyfans";
}

export interface UserDataCreator {
  service: Service;
  /** As records have it: the name on OnlyFans, the number on Fansly. */
  id: string;
  name: string;
  /** The number by which messages and shared tables name the creator; undefined where nothing tells it. */
  number: bigint | number | undefined;
  /** Whether rows that name no creator are this one's. */
  isFirst: boolean;
}

/** The creators of a database: one, but OF-Scraper can be told to share it. */
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
  // OF-DL leaves the profile out: the folder has the creator's name.
  const name = path.slice(path.lastIndexOf("/") + 1);
  const asked = name === "" || service === "fansly" ? reading.creatorOf(path) : undefined;
  const id = asked?.id ?? name;
  if (id === "") return [];
  return [{ service, id, name: asked?.name ?? name, number: senderOfMedia(database), isFirst: true }];
}

/** Each with the name that was stored last. */
function* profiles(database: DatabaseCopy): Generator<{ number: bigint | number; name: string }> {
  if (!database.tables().has("profiles")) return;
  const rows = database.rows(
    "select user_id, username from profiles where id in (select max(id) from profiles group by user_id) order by id",
  );
  for (const { user_id: number, username } of rows)
    if ((typeof number === "number" || typeof number === "bigint") && username)
      yield { number, name: String(username) };
}

/** Only a creator's media are downloaded, so whoever sent most of them is the creator. */
function senderOfMedia(database: DatabaseCopy): bigint | number | undefined {
  if (!database.tables().has("messages")) return undefined;
  const number = database.row(
    `select m.user_id from messages m join medias d on d.post_id = m.post_id
     where m.user_id > 0 group by m.user_id order by count(*) desc limit 1`,
  )?.["user_id"];
  return typeof number === "number" || typeof number === "bigint" ? number : undefined;
}
