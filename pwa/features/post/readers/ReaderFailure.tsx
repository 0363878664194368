import { t } from "../../../i18n/index.ts";
import { fileAddress } from "../../../lib/file-address.ts";
import { addDownloadToOwned } from "../../../offline/owned-files/owned-files.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./Reader.module.css";
import type { ReaderFault, ReaderProps } from "./reader.ts";

/** A file that cannot be read: the reason, and what else to do with it. */
export function ReaderFailure({
  file,
  fault,
  onRetry,
}: {
  file: ReaderProps["file"];
  fault: ReaderFault;
  onRetry: () => void;
}) {
  const isLost = fault === "large" || fault === "protected" || fault === "broken";
  return (
    <div className={styles.message} role="alert">
      <p>{t("fileReader.fault", { fault })}</p>
      <div className={styles.buttons}>
        {isLost ? null : (
          <button type="button" className={button.button} onClick={onRetry}>
            <Icon name="reload" size={18} />
            {t("fileReader.retry")}
          </button>
        )}
        <a
          className={button.button}
          href={fileAddress(file)}
          download={file.name}
          onClick={() => addDownloadToOwned(file)}
        >
          <Icon name="download" size={18} />
          {t("post.file.save")}
        </a>
      </div>
    </div>
  );
}
