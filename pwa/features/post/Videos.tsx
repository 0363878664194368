import { useRef } from "react";
import type { Video } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import { previewAddress } from "../../lib/addresses.ts";
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

export interface VideosProps {
  service: string;
  from: PlayedFrom;
  videos: Video[];
  /** Captions by the creator, by index of the video among the attachments. */
  captions: Record<string, unknown> | null;
}

export function Videos({ service, from, videos, captions }: VideosProps) {
  if (videos.length === 0) return null;
  return (
    <Section title={t("post.videos")}>
      {foldByHash(videos).map((video) => (
        <VideoPlayer
          key={video.file.path}
          service={service}
          from={from}
          video={video}
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
  caption: unknown;
}

function VideoPlayer({ service, from, video: { file, count }, caption }: PlayerProps) {
  return (
    <figure className={styles.video}>
      <Covered service={service} name={file.name}>
        <Player file={file} from={from} />
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
function Player({ file, from }: { file: Video; from: PlayedFrom }) {
  const player = useRef<HTMLVideoElement>(null);
  usePlayer(player, file.path, file.path);
  useMediaSession(player, { name: file.name, from });
  const { poster, strip } = file.media ?? {};
  return (
    <>
      <Film
        ref={player}
        file={file}
        name={file.name}
        poster={poster ? previewAddress(file.path, 800) : undefined}
        onDownload={() => addDownloadToOwned(file)}
      />
      {strip === undefined ? null : <SeekStrip video={player} path={file.path} strip={strip} />}
    </>
  );
}
