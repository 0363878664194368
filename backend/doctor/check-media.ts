import type { Config } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { findFfmpeg } from "#backend/files/media/ffmpeg.ts";
import { MEDIA_EXTENSIONS } from "#backend/files/media/media-task.ts";
import { needsRendition } from "#backend/files/media/rendition-task.ts";
import { type Finding, ok, warning } from "./checks.ts";

const MAX_REASONS = 10;

/** Counts videos and audio files without a preview, and videos without a copy for browsers, by reason. */
export async function checkMedia(
  sql: Sql,
  { FFMPEG, TRANSCODE }: Pick<Config, "FFMPEG" | "TRANSCODE">,
): Promise<Finding> {
  const ffmpeg = await findFfmpeg(FFMPEG);
  const [{ read, waiting }] = await sql<[{ read: number; waiting: number }]>`
    select count(*) filter (where m.fault is null and m.hash is not null)::int as read,
      count(*) filter (where m.hash is null)::int as waiting
    from files f left join media_details m using (hash) where f.ext = any(${MEDIA_EXTENSIONS})`;
  const faults = await sql<{ fault: string; count: number }[]>`
    select fault, count(*)::int as count from media_details where fault is not null
    group by fault order by count desc, fault limit ${MAX_REASONS}`;
  const copies = await countCopies(sql);
  const unconverted = await sql<{ fault: string; count: number }[]>`
    select 'not converted. ' || fault as fault, count(*)::int as count from media_renditions where fault is not null
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
    ...(copies.made > 0 ? [`${copies.made} have a copy that browsers play (${copies.megabytes} MB)`] : []),
    ...(TRANSCODE && copies.waiting > 0 ? [`${copies.waiting} are waiting for one`] : []),
  ];
  const text = [
    `Videos and audio: ${parts.join(", ")}`,
    ...[...faults, ...unconverted].map(({ fault, count }) => `${count}: ${fault}`),
  ].join("\n         ");
  return failed + unconverted.length === 0
    ? ok(text)
    : warning(
        text,
        "They can be played and downloaded. With another version of ffmpeg they are tried again.",
      );
}

interface Copies {
  made: number;
  waiting: number;
  megabytes: number;
}

async function countCopies(sql: Sql): Promise<Copies> {
  const [copies] = await sql<[Copies]>`
    select count(r.bytes)::int as made, ceil(coalesce(sum(r.bytes), 0) / 1e6)::int as megabytes,
      count(*) filter (where r.hash is null and ${needsRendition(sql)})::int as waiting
    from media_details m left join media_renditions r using (hash)`;
  return copies;
}
