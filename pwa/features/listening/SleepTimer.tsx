import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { chooseSleep, SLEEP_CHOICES, sleepChoice } from "./sleep.ts";

export function SleepTimer() {
  return (
    <select
      className={button.field}
      aria-label={t("player.sleep")}
      title={t("player.sleep")}
      value={sleepChoice.use()}
      onChange={({ target }) => chooseSleep(SLEEP_CHOICES.find((one) => one === target.value) ?? "off")}
    >
      {SLEEP_CHOICES.map((one) => (
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
}
