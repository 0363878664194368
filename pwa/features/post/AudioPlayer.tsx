import { useEffect, useMemo, useRef, useState } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import { t } from "../../i18n/index.ts";
import { mediaPreload } from "../../lib/data-saver.ts";
import { useHydrated } from "../../lib/environment.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { errorCause, type MediaFault } from "../../lib/media-fault.ts";
import button from "../../ui/Button.module.css";
import { faultText } from "../../ui/Film.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { FileSize, FileTools, FileType } from "./FileTools.tsx";
import type { Folded } from "./folded.ts";
import styles from "./Media.module.css";
import { type PlayedFrom, useMediaSession } from "./media-session.ts";
import { canPlay } from "./playable.ts";
import { recall } from "./playback-positions.ts";
import { useSleepTimer } from "./SleepTimer.tsx";
import { usePlayer } from "./use-player.ts";

interface AudioPlayerProps {
  tracks: Folded<FileRef>[];
  from: PlayedFrom;
  /** Key of the playback position. */
  memory: string;
}

/**
 * Playlist of a post's audio files. Not rendered on the server, as the track and position are stored in the browser.
 */
export function AudioPlayer(props: AudioPlayerProps) {
  return useHydrated() ? <Player {...props} /> : null;
}

function Player({ tracks, from, memory }: AudioPlayerProps) {
  const playable = useMemo(() => tracks.map(({ file }) => file).filter(canPlay), [tracks]);
  const player = useRef<HTMLAudioElement>(null);
  /** Plays a track once it was chosen; the first one of the page does not autoplay. */
  const wantsPlay = useRef(false);
  const [path, setPath] = useState(() => firstPath(playable, memory));
  const [failed, setFailed] = useState<{ path: string; fault: MediaFault }>();
  const at = playable.findIndex((track) => track.path === path);
  const track = playable[at];
  usePlayer(player, memory, path ?? "");
  const sleep = useSleepTimer(player);
  const [previous, next] = [playable[at - 1], playable[at + 1]];
  useMediaSession(player, {
    name: track?.name ?? "",
    from,
    onPrevious: previous && (() => play(previous)),
    onNext: next && (() => play(next)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new track is what starts it
  useEffect(() => {
    if (wantsPlay.current) player.current?.play().catch(() => {}); // autoplay denied: the visitor can press play
    wantsPlay.current = false;
  }, [path]);
  const play = (chosen: FileRef | undefined) => {
    if (chosen === undefined) return;
    setFailed(undefined);
    if (chosen.path === path) return void player.current?.play().catch(() => {});
    wantsPlay.current = true;
    setPath(chosen.path);
  };
  const faultOf = ({ path }: FileRef) => (path === failed?.path ? failed.fault : undefined);
  return (
    <div className={styles.player}>
      {track === undefined ? null : (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the archive holds no captions to offer */}
          <audio
            ref={player}
            controls
            preload={recall(memory) === undefined ? "none" : mediaPreload()}
            src={fileAddress(track)}
            aria-label={track.name}
            onEnded={() => {
              if (sleep.goesOn()) play(next);
            }}
            onError={({ currentTarget }) =>
              void errorCause(currentTarget).then((fault) => setFailed({ path: track.path, fault }))
            }
          />
          <div className={styles.controls}>
            <TrackTurns before={previous} after={next} onPlay={play} />
            {sleep.element}
          </div>
        </>
      )}
      <ol className={styles.tracks} aria-label={t("player.tracks")}>
        {tracks.map((one) => (
          <Track
            key={one.file.path}
            folded={one}
            isCurrent={one.file.path === path}
            fault={playable.includes(one.file) ? faultOf(one.file) : "unplayable"}
            onPlay={playable.includes(one.file) ? () => play(one.file) : undefined}
          />
        ))}
      </ol>
    </div>
  );
}

function firstPath(playable: FileRef[], memory: string): string | undefined {
  const known = recall(memory)?.path;
  return (playable.find((track) => track.path === known) ?? playable[0])?.path;
}

interface TurnsProps {
  before: FileRef | undefined;
  after: FileRef | undefined;
  onPlay: (track: FileRef | undefined) => void;
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
        onClick={() => onPlay(before)}
      >
        <Icon name="previous" size={18} />
      </button>
      <button
        type="button"
        className={button.button}
        aria-label={t("player.nextTrack")}
        disabled={after === undefined}
        onClick={() => onPlay(after)}
      >
        <Icon name="next" size={18} />
      </button>
    </>
  );
}

interface TrackProps {
  folded: Folded<FileRef>;
  isCurrent: boolean;
  fault: MediaFault | undefined;
  onPlay: (() => void) | undefined;
}

function Track({ folded: { file, count }, isCurrent, fault, onPlay }: TrackProps) {
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
      <FileSize path={file.path} />
      <FileTools file={file} />
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {faultText(fault)}
        </p>
      )}
    </li>
  );
}
