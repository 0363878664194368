import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../i18n/index.ts";
import { useLockedOut } from "../../lib/members.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import { mutes } from "../reading/mutes/store.ts";
import { ChapterMenu } from "./ChapterMenu.tsx";
import { seekNext, seekPrevious, useChapters } from "./chapters.ts";
import { useMediaSession } from "./media-session.ts";
import styles from "./PlayerBar.module.css";
import { audioElement, closePlayer, play } from "./playback.ts";
import type { Playing, Sounds } from "./playing.ts";
import { nextSounds } from "./queue.ts";
import { goesOn } from "./sleep.ts";
import { usePlayer } from "./use-player.ts";

/** The player at the bottom of every page: the creator's audio posts follow one another. */
export function PlayerBar({ now }: { now: Playing }) {
  const { service, user, id, from, tracks, path } = now;
  const audio = useRef<HTMLAudioElement>(audioElement());
  const box = useRef<HTMLDivElement>(null);
  const at = tracks.findIndex((track) => track.path === path);
  const [before, after] = [tracks[at - 1], tracks[at + 1]];
  const following = useFollowing(now);
  const chapters = useChapters(tracks[at]);
  const hasChapters = chapters.length > 0;
  const isLockedOut = useLockedOut();
  useEffect(() => {
    if (isLockedOut) closePlayer();
  }, [isLockedOut]);
  const previous = before && (() => play(now, before.path));
  const next =
    after !== undefined
      ? () => play(now, after.path)
      : following && (() => play(following, following.tracks[0]?.path));
  usePlayer(audio, postKey(now), path);
  useMediaSession(audio, {
    name: tracks[at]?.name ?? "",
    from,
    onPrevious: hasChapters ? () => seekPrevious(audio.current, chapters) || previous?.() : previous,
    onNext: hasChapters ? () => seekNext(audio.current, chapters) || next?.() : next,
  });
  const onEnded = useEffectEvent(() => goesOn() && next?.());
  useEffect(() => {
    const { current } = audio;
    // It plays on while it is moved into the page for the first time.
    box.current?.append(current);
    current.addEventListener("ended", onEnded);
    return () => current.removeEventListener("ended", onEnded);
  }, []);
  return (
    <aside className={styles.bar} aria-label={t("player.title")} data-player="">
      <p className={styles.title}>
        <Link to="/$service/user/$id/post/$post" params={{ service, id: user, post: id }}>
          <bdi>{from.title}</bdi>
        </Link>{" "}
        <bdi>{from.creator}</bdi>
      </p>
      <div ref={box} className={styles.audio} />
      <div className={styles.buttons}>
        {hasChapters ? <ChapterMenu audio={audio} chapters={chapters} /> : null}
        <button
          type="button"
          className={button.icon}
          aria-label={t("player.nextTrack")}
          title={t("player.nextTrack")}
          disabled={next === undefined}
          onClick={next}
        >
          <Icon name="next" size={22} />
        </button>
        <button
          type="button"
          className={button.icon}
          aria-label={t("player.close")}
          title={t("player.close")}
          onClick={closePlayer}
        >
          <Icon name="close" size={22} />
        </button>
      </div>
    </aside>
  );
}

/** The next post of the creator, once it is found; undefined without one. */
function useFollowing({ service, user, id, from: { creator } }: Playing): Sounds | undefined {
  const client = useQueryClient();
  const muted = mutes.use();
  const [found, setFound] = useState<{ after: string; sounds: Sounds | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue skips what is muted
  useEffect(() => {
    let isCurrent = true;
    nextSounds(client, { service, user, name: creator }, id).then(
      (sounds) => isCurrent && setFound({ after: id, sounds }),
      () => {}, // offline: it ends with this post
    );
    return () => {
      isCurrent = false;
    };
  }, [client, service, user, id, creator, muted]);
  return found?.after === id ? found.sounds : undefined;
}
