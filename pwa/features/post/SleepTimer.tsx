import { type RefObject, useEffect, useState } from "react";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";

const MINUTES = [15, 30, 45, 60] as const;
const MINUTE_MS = 60_000;

/** `track` ends with the track that plays. */
type Choice = "off" | "track" | `${(typeof MINUTES)[number]}`;
const CHOICES: readonly Choice[] = ["off", "track", ...MINUTES.map((minutes) => `${minutes}` as const)];

/** Pauses playback after a while. @returns whether the next track may start, and the choice to render */
export function useSleepTimer(player: RefObject<HTMLMediaElement | null>) {
  const [choice, setChoice] = useState<Choice>("off");
  useEffect(() => {
    if (choice === "off" || choice === "track") return;
    const timer = setTimeout(() => {
      player.current?.pause();
      setChoice("off");
    }, Number(choice) * MINUTE_MS);
    return () => clearTimeout(timer);
  }, [choice, player]);
  /** Call at the end of a track. @returns true if the next one may start */
  const goesOn = () => {
    if (choice === "track") setChoice("off");
    return choice !== "track";
  };
  const element = (
    <select
      className={button.field}
      aria-label={t("player.sleep")}
      title={t("player.sleep")}
      value={choice}
      onChange={({ target }) => setChoice(CHOICES.find((one) => one === target.value) ?? "off")}
    >
      {CHOICES.map((one) => (
        <option key={one} value={one}>
          {one === "off"
            ? t("player.sleepOff")
            : one === "track"
              ? t("player.sleepTrack")
              : t("player.sleepMinutes", { count: Number(one) })}
        </option>
      ))}
    </select>
  );
  return { goesOn, element };
}
