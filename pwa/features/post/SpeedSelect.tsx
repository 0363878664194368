import { formatNumber, t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import styles from "./Media.module.css";
import { chooseSpeed, SPEEDS, useSpeed } from "./speed.ts";

export function SpeedSelect() {
  return (
    <label className={`${button.label} ${styles.speed}`}>
      {t("player.speed")}
      <select
        className={button.field}
        value={useSpeed()}
        onChange={(event) => chooseSpeed(Number(event.target.value))}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {formatNumber(speed)}×
          </option>
        ))}
      </select>
    </label>
  );
}
