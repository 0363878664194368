/** Memory of an API process while posts of 1.5 MB are read and their pages rendered. */
import autocannon from "autocannon";
import type { Sql } from "#backend/db/client.ts";
import { type Line, peakOf } from "./measure.ts";
import type { Setting } from "./setting.ts";

const POSTS = 60;
const BYTES = 1_500_000;
const SECONDS = 6;
const CONCURRENCIES = [10, 40, 100];
const LANGUAGES = ["en", "de", "ja", "ko"];
/** Pieces of text: with markup, with nested lists, and plain. */
const PIECES = [
  "<p><b>a</b> <i>b</i></p>",
  '<blockquote><ul><li>text <a href="https://example.com/x">link</a></li></ul></blockquote>',
  "plain words &amp; more ",
];
const GOAL = 300;

/** Leaves no post behind. */
export async function benchMemory(setting: Setting, full: { url: string; sql: Sql }): Promise<Line[]> {
  const { sql } = full;
  await sql`insert into creators (service, id, name, indexed, updated) values ('fanbox', 'hostile', 'Hostile', now(), now())`;
  for (let n = 0; n < POSTS; n += 1) {
    const piece = PIECES[n % PIECES.length] ?? "";
    await sql`insert into posts (service, id, "user", title, content, published)
      values ('fanbox', ${`hostile${n}`}, 'hostile', 'hostile', ${piece.repeat(Math.floor(BYTES / piece.length))}, now())`;
  }
  const lines: Line[] = [];
  for (const [what, prefix] of [
    ["pages of 1.5 MB posts", ""],
    ["answers with 1.5 MB posts", "/api/v1"],
  ] as const) {
    const { origin, pid } = await setting.startApi(full.url); // the peak is of the process
    for (const connections of CONCURRENCIES) {
      const requests = Array.from(
        { length: POSTS },
        (_, n) => `${prefix}/fanbox/user/hostile/post/hostile${n}`,
      );
      await autocannon({
        ...{ url: origin, connections, duration: SECONDS, timeout: 60 },
        requests: requests.flatMap((path) =>
          LANGUAGES.map((language) => ({
            path,
            headers: { "accept-language": language, "accept-encoding": "br" },
          })),
        ),
      });
    }
    const peak = await peakOf(pid);
    lines.push({
      what: `API memory, ${what}, up to ${CONCURRENCIES.at(-1)} at once`,
      ours: `${peak.toFixed(0)} MB`,
      limit: `${GOAL} MB`,
      ratio: peak / GOAL,
      goal: `<= ${GOAL} MB`,
      met: peak <= GOAL,
    });
  }
  await sql`delete from creators where id = 'hostile'`;
  return lines;
}
