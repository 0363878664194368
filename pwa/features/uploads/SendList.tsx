import { Link, useLocation } from "@tanstack/react-router";
import { type ChangeEvent, type MouseEvent, useEffect, useId, useState } from "react";
import { t } from "../../i18n/index.ts";
import { formatSize } from "../../lib/sizes.ts";
import button from "../../ui/Button.module.css";
import { Bar } from "../../ui/ProgressBar.tsx";
import { isUnderWay, type SendRow, uploads } from "./sender.ts";
import styles from "./Uploads.module.css";

/** Uploads from this device, including those resumed after a reload. */
export function SendList() {
  const { rows, isPaused } = uploads.state.use();
  const { href } = useLocation();
  useEffect(() => void uploads.restore(), []);
  if (rows.length === 0) return null;
  const isChecked = rows.every(({ state }) => state !== "hashing");
  const known = rows.filter(({ state }) => state === "known").length;
  return (
    <section className={styles.form} aria-label={t("uploads.files")}>
      <p role="status">{isChecked && known > 0 ? t("uploads.known", { known, count: rows.length }) : null}</p>
      <ul className={styles.list}>
        {rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      <p className={styles.buttons}>
        {rows.some(isUnderWay) ? (
          <button
            type="button"
            className={button.button}
            onClick={() => (isPaused ? uploads.continue() : uploads.pause())}
          >
            {t(isPaused ? "uploads.continue" : "uploads.pause")}
          </button>
        ) : null}
        {rows.some(({ state }) => state === "login") ? (
          <Link to="/authentication/login" search={{ location: href }} className={button.button}>
            {t("account.login")}
          </Link>
        ) : null}
      </p>
    </section>
  );
}

function Row({ row }: { row: SendRow }) {
  const { key, name, size, done, state, problem } = row;
  const isMoving = state === "hashing" || isUnderWay(row);
  return (
    <li className={styles.row}>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.soft}>
        {state === "sending"
          ? t("uploads.progress", { done: formatSize(done), size: formatSize(size) })
          : formatSize(size)}
      </span>
      <span className={state === "failed" ? styles.problem : styles.soft}>
        {problem ?? t("uploads.state", { state })}
      </span>
      {state === "again" ? <Again row={row} /> : null}
      <button
        type="button"
        className={button.button}
        aria-label={t(isMoving ? "uploads.cancelNamed" : "uploads.removeNamed", { name })}
        onClick={() => void uploads.cancel(key)}
      >
        {t(isMoving ? "uploads.cancel" : "uploads.remove")}
      </button>
      {isMoving ? <Bar label={name} done={done} of={size} /> : null}
    </li>
  );
}

/** Asks to choose the file again, or for permission to read it again. */
function Again({ row: { key, name } }: { row: SendRow }) {
  const id = useId();
  const [isOther, setOther] = useState(false);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = "";
    if (file !== undefined) void uploads.giveAgain(key, file).then((isSame) => setOther(!isSame));
  };
  const ask = (event: MouseEvent<HTMLInputElement>) => {
    if (!uploads.hasHandle(key)) return;
    event.preventDefault();
    void uploads.askAgain(key);
  };
  return (
    <span className={styles.again}>
      <input
        id={id}
        className={styles.input}
        type="file"
        aria-label={t("uploads.againNamed", { name })}
        onChange={take}
        onClick={ask}
      />
      <label htmlFor={id} className={styles.primary}>
        {t("uploads.again")}
      </label>
      <span className={styles.problem} role="alert">
        {isOther ? t("uploads.otherFile") : null}
      </span>
    </span>
  );
}
