import { useEffect, useRef } from "react";
import type { RootAttachment, Video } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import { previewAddress, renditionAddress } from "../../lib/addresses.ts";
import { addDownloadToOwned } from "../../offline/owned-files/owned-files.ts";
import { Film } from "../../ui/Film.tsx";
import { type PlayedFrom, useMediaSession } from "../listening/media-session.ts";
import { usePlayer } from "../listening/use-player.ts";
import { Covered } from "../reading/content-warning/Covered.tsx";
import { FileDuration, FileSize, FileTools, FileType } from "./FileTools.tsx";
import { type Folded, foldByHash } from "./folded.ts";
import styles from "./Media.module.css";
import { Section } from "./Section.tsx";
import { SeekStrip } from "./SeekStrip.tsx";
import { addSubtitles, type Subtitles, subtitlesOf } from "./subtitles.ts";

export interface VideosProps {
  service: string;
  from: PlayedFrom;
  videos: Video[];
  /** Files of the post, which may be subtitles of the videos. */
  attachments: RootAttachment[];
  /** Captions by the creator, by index of the video among the attachments. */
  captions: Record<string, unknown> | null;
}

export function Videos({ service, from, videos, attachments, captions }: VideosProps) {
  if (videos.length === 0) return null;
  const folded = foldByHash(videos);
  return (
    <Section title={t("post.videos")}>
      {folded.map((video) => (
        <VideoPlayer
          key={video.file.path}
          service={service}
          from={from}
          video={video}
          subtitles={subtitlesOf(video.file, folded.length, attachments)}
          caption={captions?.[String(video.file.index)]}
        />
      ))}
    </Section>
  );
}

interface PlayerProps {
  service: string;
  from: PlayedFrom;
  video: Folded<Video>;
  subtitles: Subtitles[];
  caption: unknown;
}

function VideoPlayer({ service, from, video: { file, count }, subtitles, caption }: PlayerProps) {
  return (
    <figure className={styles.video}>
      <Covered service={service} name={file.name}>
        <Player file={file} from={from} subtitles={subtitles} />
      </Covered>
      <figcaption className={styles.caption}>
        <span className={styles.videoFile}>
          <FileType file={file} count={count} />
          <FileDuration seconds={file.media?.duration} />
          <FileSize path={file.path} />
          <span className={styles.fileName} dir="auto">
            {file.name}
          </span>
          <FileTools file={file} />
        </span>
        {typeof caption === "string" ? <p dir="auto">{caption}</p> : null}
      </figcaption>
    </figure>
  );
}

/** A separate component, as it is not rendered while covered. */
function Player({ file, from, subtitles }: Pick<PlayerProps, "from" | "subtitles"> & { file: Video }) {
  const player = useRef<HTMLVideoElement>(null);
  usePlayer(player, file.path, file.path);
  useMediaSession(player, { name: file.name, from });
  useEffect(() => {
    if (player.current !== null) addSubtitles(player.current, subtitles);
  }, [subtitles]);
  const { poster, strip, rendition } = file.media ?? {};
  return (
    <>
      <Film
        ref={player}
        file={file}
        name={file.name}
        poster={poster ? previewAddress(file.path, 800) : undefined}
        rendition={rendition && { address: renditionAddress(file.path), bytes: rendition.bytes }}
        onDownload={() => addDownloadToOwned(file)}
      />
      {strip === undefined ? null : <SeekStrip video={player} path={file.path} strip={strip} />}
    </>
  );
}
