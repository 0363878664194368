import { Link } from "@tanstack/react-router";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { isService } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import { previewAddress } from "../../../lib/addresses.ts";
import { formatSize } from "../../../lib/sizes.ts";
import type { SavedRow } from "../../../offline/db/records.ts";
import type { PostProgress } from "../../../offline/saving/worker-api.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import { useTextOnly } from "../../reading/content-warning/store.ts";
import { saveAgain } from "./actions.ts";
import { PostBar } from "./ProgressBar.tsx";
import styles from "./SavedPage.module.css";

export interface SavedCardProps {
  row: SavedRow;
  state: SavedRow["state"];
  saving: PostProgress | undefined;
  /** Undefined outside of selection mode. */
  isPicked: boolean | undefined;
  onPick: () => void;
}

/** A saved post with its size and status. */
export function SavedCard({ row, state, saving, isPicked, onPick }: SavedCardProps) {
  const [service = "", user = "", id = ""] = row.key.split("/");
  const title = row.title || t("posts.untitled");
  return (
    <article className={styles.card} data-state={state}>
      <Link
        to="/$service/user/$id/post/$post"
        params={{ service, id: user, post: id }}
        className={styles.link}
      >
        <SavedPicture row={row} className={styles.picture} />
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
      </Link>
      {isPicked === undefined ? null : (
        <label className={styles.pick}>
          <input
            type="checkbox"
            checked={isPicked}
            aria-label={t("saved.selectOne", { title })}
            onChange={onPick}
          />
        </label>
      )}
      <div className={styles.meta}>
        <span dir="auto">{row.creatorName || user}</span>
        <span className={styles.line}>
          {isService(service) ? <ServiceMark service={service} /> : null}
          <span>{formatSize(row.bytes)}</span>
        </span>
        <DateText iso={new Date(row.savedAt).toISOString()} />
        <State row={row} state={state} saving={saving} />
      </div>
    </article>
  );
}

export function SavedPicture({ row, className }: { row: SavedRow; className: string | undefined }) {
  const [service = ""] = row.key.split("/");
  const isTextOnly = useTextOnly();
  const image = isTextOnly ? undefined : row.files.find(({ path }) => hasThumbnail(path));
  if (image === undefined)
    return (
      <span className={className} aria-hidden="true">
        <Icon name={row.state === "gone" ? "eyeOff" : "posts"} size={40} />
      </span>
    );
  return (
    <span className={className} data-cover={service}>
      <img
        src={previewAddress(image.path, 360)}
        alt=""
        width={360}
        height={360}
        loading="lazy"
        decoding="async"
      />
      <CoverSign service={service} />
    </span>
  );
}

function State({ row, state, saving }: Pick<SavedCardProps, "row" | "state" | "saving">) {
  const again = () => void saveAgain([row.key]);
  if (state === "whole") return null;
  if (state === "gone") return <span className={styles.badge}>{t("saved.gone")}</span>;
  if (state === "saving") {
    if (saving !== undefined) return <PostBar post={saving} />;
    return (
      <span className={styles.badge}>{t(navigator.onLine ? "saved.queued" : "saved.waitingConnection")}</span>
    );
  }
  const whole = row.files.filter((file) => file.state === "whole").length;
  const hasText = row.textAt !== undefined;
  const said =
    state === "listed"
      ? t("saved.listed")
      : hasText
        ? t("saved.partial", { whole, total: row.files.length })
        : t("saved.failedText");
  return (
    <>
      <span className={styles.badge}>{said}</span>
      {row.problem === undefined ? null : <span>{t("saved.problem", { problem: row.problem })}</span>}
      <button type="button" className={`${button.button} ${styles.act}`} onClick={again}>
        {t(state === "listed" ? "saved.again" : "saved.retry")}
      </button>
    </>
  );
}
