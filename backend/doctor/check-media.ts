import type { Config } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { findFfmpeg } from "#backend/files/media/ffmpeg.ts";
import { MEDIA_EXTENSIONS } from "#backend/files/media/media-task.ts";
import { type Finding, ok, warning } from "./checks.ts";

const MAX_REASONS = 10;

/** Counts videos and audio files without a preview, by reason. */
export async function checkMedia(sql: Sql, { FFMPEG }: Pick<Config, "FFMPEG">): Promise<Finding> {
  const ffmpeg = await findFfmpeg(FFMPEG);
  const [{ read, waiting }] = await sql<[{ read: number; waiting: number }]>`
    select count(*) filter (where m.fault is null and m.hash is not null)::int as read,
      count(*) filter (where m.hash is null)::int as waiting
    from files f left join media_details m using (hash) where f.ext = any(${MEDIA_EXTENSIONS})`;
  const faults = await sql<{ fault: string; count: number }[]>`
    select fault, count(*)::int as count from media_details where fault is not null
    group by fault order by count desc, fault limit ${MAX_REASONS}`;
  if (ffmpeg === undefined && waiting > 0)
    return warning(
      `Videos and audio: ffmpeg is missing, ${waiting} files have no preview`,
      "Install the package ffmpeg, or set FFMPEG, and restart: the worker then makes posters and waveforms.",
    );
  const failed = faults.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    `${read} files have a preview`,
    ...(waiting > 0 ? [`${waiting} are waiting`] : []),
    ...(failed > 0 ? [`${failed} have none or only a part`] : []),
  ];
  const text = [
    `Videos and audio: ${parts.join(", ")}`,
    ...faults.map(({ fault, count }) => `${count}: ${fault}`),
  ].join("\n         ");
  return failed === 0
    ? ok(text)
    : warning(
        text,
        "They can be played and downloaded. With another version of ffmpeg they are tried again.",
      );
}
