import { type RefObject, useEffect, useRef } from "react";
import { t } from "../../i18n/index.ts";
import { clockTime } from "../../lib/clock-time.ts";
import button from "../../ui/Button.module.css";
import { PopoverMenu } from "../../ui/PopoverMenu.tsx";
import { ScreenIcon } from "../../ui/ScreenIcon.tsx";
import styles from "./ChapterMenu.module.css";
import { useCurrentChapter } from "./chapters.ts";
import type { Chapter } from "./read-chapters.ts";

interface ChapterMenuProps {
  audio: RefObject<HTMLAudioElement>;
  chapters: readonly Chapter[];
}

/** Menu of the chapters of the playing file. */
export function ChapterMenu(props: ChapterMenuProps) {
  return (
    <PopoverMenu
      label={t("player.chapters")}
      face={<ScreenIcon name="contents" size={22} />}
      className={button.icon ?? ""}
      isLazy
    >
      <ChapterList {...props} />
    </PopoverMenu>
  );
}

/** Opens at the chapter that plays. */
function ChapterList({ audio, chapters }: ChapterMenuProps) {
  const current = useCurrentChapter(audio, chapters);
  const playing = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The panel is shown after its content is mounted.
    const frame = requestAnimationFrame(() => playing.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return chapters.map(({ title, start }, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat, and their order is fixed
      key={index}
      ref={index === current ? playing : undefined}
      type="button"
      className={styles.chapter}
      aria-current={index === current || undefined}
      onClick={() => {
        audio.current.currentTime = start;
      }}
    >
      <span className={styles.title} dir="auto">
        {title === "" ? t("player.chapter", { number: index + 1 }) : title}
      </span>
      <span className={styles.start}>{clockTime(start)}</span>
    </button>
  ));
}
