import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ChangeEvent, type MouseEvent, useEffect, useId, useState } from "react";
import { t } from "../../i18n/index.ts";
import { formatSize } from "../../lib/sizes.ts";
import { isPicture } from "../../offline/pictures/client.ts";
import button from "../../ui/Button.module.css";
import { Bar } from "../../ui/ProgressBar.tsx";
import { uploadQuery } from "./api.ts";
import { reasonText } from "./messages.ts";
import { SameImage } from "./SameImage.tsx";
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
  const { key, id, name, size, done, state, problem } = row;
  const isMoving = state === "hashing" || isUnderWay(row);
  const chosen = state === "hashing" || state === "known" ? undefined : uploads.fileOf(key);
  return (
    <li className={styles.row}>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.soft}>
        {state === "sending"
          ? t("uploads.progress", { done: formatSize(done), size: formatSize(size) })
          : formatSize(size)}
      </span>
      {state === "sent" && id !== undefined ? (
        <Outcome id={id} />
      ) : (
        <span className={state === "failed" ? styles.problem : styles.soft}>
          {problem ?? t("uploads.state", { state })}
        </span>
      )}
      {state === "again" ? <Again row={row} /> : null}
      {state === "elsewhere" ? null : (
        <button
          type="button"
          className={button.button}
          aria-label={t(isMoving ? "uploads.cancelNamed" : "uploads.removeNamed", { name })}
          onClick={() => void uploads.cancel(key)}
        >
          {t(isMoving ? "uploads.cancel" : "uploads.remove")}
        </button>
      )}
      {chosen !== undefined && isPicture(chosen.file) ? <SameImage {...chosen} /> : null}
      {isMoving ? <Bar label={name} done={done} of={size} /> : null}
    </li>
  );
}

/** Result of the server's checks of an uploaded file, which end after it was sent. */
function Outcome({ id }: { id: string }) {
  const { data } = useQuery(uploadQuery(id));
  if (data?.state !== "failed" && data?.state !== "refused")
    return <span className={styles.soft}>{t("uploads.state", { state: "sent" })}</span>;
  return (
    <span className={styles.problem} role="alert">
      {t("uploads.serverState", { state: data.state })} <span dir="auto">{reasonText(data)}</span>
    </span>
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
