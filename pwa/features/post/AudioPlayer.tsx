import { useMemo } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import type { RootAttachment } from "#shared/entities/post.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../i18n/index.ts";
import { useHydrated } from "../../lib/environment.ts";
import type { MediaFault } from "../../lib/media-fault.ts";
import button from "../../ui/Button.module.css";
import { faultText } from "../../ui/Film.tsx";
import { Icon } from "../../ui/Icon.tsx";
import type { PlayedFrom } from "../listening/media-session.ts";
import { canPlay } from "../listening/playable.ts";
import { failed, isPaused, lastPath, pause, play } from "../listening/playback.ts";
import { playing } from "../listening/playing.ts";
import { SleepTimer } from "../listening/SleepTimer.tsx";
import { FileDuration, FileSize, FileTools, FileType } from "./FileTools.tsx";
import type { Folded } from "./folded.ts";
import styles from "./Media.module.css";
import { Waveform } from "./Waveform.tsx";

interface AudioPlayerProps {
  tracks: Folded<RootAttachment>[];
  post: { service: string; user: string; id: string };
  from: PlayedFrom;
}

/**
 * Playlist of a post's audio files, which the player of the app plays. Not rendered on the server, as the track is
 * stored in the browser.
 */
export function AudioPlayer(props: AudioPlayerProps) {
  return useHydrated() ? <Player {...props} /> : null;
}

function Player({ tracks, post, from }: AudioPlayerProps) {
  const playable = useMemo(() => tracks.map(({ file }) => file).filter(canPlay), [tracks]);
  const sounds = { ...post, from, tracks: playable };
  const now = playing.use();
  const isOurs = now !== undefined && postKey(now) === postKey(post);
  const isPlaying = !isPaused.use() && isOurs;
  const fault = failed.use();
  const path = isOurs ? now.path : lastPath(sounds);
  const at = playable.findIndex((track) => track.path === path);
  return (
    <div className={styles.player}>
      {at < 0 ? null : (
        <div className={styles.controls}>
          <button
            type="button"
            className={`${button.button} ${button.primary}`}
            onClick={() => (isPlaying ? pause() : play(sounds, path))}
          >
            {t(isPlaying ? "player.pause" : "player.play")}
          </button>
          <TrackTurns
            before={playable[at - 1]}
            after={playable[at + 1]}
            onPlay={(track) => play(sounds, track.path)}
          />
          <SleepTimer />
        </div>
      )}
      <ol className={styles.tracks} aria-label={t("player.tracks")}>
        {tracks.map((one) => {
          const { file } = one;
          const isPlayable = playable.includes(file);
          return (
            <Track
              key={file.path}
              folded={one}
              isCurrent={file.path === path}
              isLoaded={isOurs && file.path === path}
              fault={isPlayable ? (fault?.path === file.path ? fault.fault : undefined) : "unplayable"}
              onPlay={isPlayable ? () => play(sounds, file.path) : undefined}
            />
          );
        })}
      </ol>
    </div>
  );
}

interface TurnsProps {
  before: FileRef | undefined;
  after: FileRef | undefined;
  onPlay: (track: FileRef) => void;
}

function TrackTurns({ before, after, onPlay }: TurnsProps) {
  if (before === undefined && after === undefined) return null;
  return (
    <>
      <button
        type="button"
        className={button.button}
        aria-label={t("player.previousTrack")}
        disabled={before === undefined}
        onClick={() => before && onPlay(before)}
      >
        <Icon name="previous" size={18} />
      </button>
      <button
        type="button"
        className={button.button}
        aria-label={t("player.nextTrack")}
        disabled={after === undefined}
        onClick={() => after && onPlay(after)}
      >
        <Icon name="next" size={18} />
      </button>
    </>
  );
}

interface TrackProps {
  folded: Folded<RootAttachment>;
  isCurrent: boolean;
  /** True while the player has it. */
  isLoaded: boolean;
  fault: MediaFault | undefined;
  onPlay: (() => void) | undefined;
}

function Track({ folded: { file, count }, isCurrent, isLoaded, fault, onPlay }: TrackProps) {
  const { waveform, duration } = file.media ?? {};
  return (
    <li className={styles.trackRow}>
      <button
        type="button"
        className={styles.track}
        aria-current={isCurrent || undefined}
        disabled={onPlay === undefined}
        onClick={onPlay}
      >
        <Icon name="sound" size={18} />
        <span dir="auto">{file.name}</span>
      </button>
      <FileType file={file} count={count} />
      <FileDuration seconds={file.media?.duration} />
      <FileSize path={file.path} />
      <FileTools file={file} />
      {isLoaded && waveform !== undefined && duration !== undefined ? (
        <Waveform peaks={waveform} duration={duration} />
      ) : null}
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {faultText(fault)}
        </p>
      )}
    </li>
  );
}
