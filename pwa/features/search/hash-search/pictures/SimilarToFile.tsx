import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { filePath } from "#shared/rules/files.ts";
import { isInlineImage } from "#shared/rules/image-types.ts";
import { t } from "../../../../i18n/index.ts";
import { fileAddress } from "../../../../lib/file-address.ts";
import button from "../../../../ui/Button.module.css";
import { hashQuery, savedPathQuery } from "../api.ts";
import { onlyOnDevice } from "../only-on-device.ts";
import styles from "./SamePictures.module.css";
import { SamePictures } from "./SamePictures.tsx";

/** Images that look like a file of the archive or of a saved post, once they are wanted; nothing for other files. */
export function SimilarToFile({ hash, isWanted }: { hash: string; isWanted: boolean }) {
  const isLocal = onlyOnDevice.use() === "on";
  const { data: uses } = useQuery({ ...hashQuery(hash), enabled: !isLocal });
  const { data: saved } = useQuery(savedPathQuery(hash));
  const path = saved ?? (uses === undefined || isLocal ? undefined : filePath(hash, uses.ext));
  if (path === undefined || !isInlineImage(path)) return null;
  if (isWanted) return <SamePictures file={{ read: () => download(path), hash }} />;
  return (
    <div className={styles.area}>
      <Link
        to="/search_hash"
        search={{ hash, shared: undefined, similar: "1" }}
        replace
        className={button.button}
      >
        {t("hash.findSimilar")}
      </Link>
    </div>
  );
}

/** Reads the original, of which the archive has the hash: a preview differs in some bits. */
async function download(path: string): Promise<Blob> {
  const response = await fetch(fileAddress({ name: "", path }));
  if (!response.ok) throw new Error(`The image could not be loaded: ${response.status}`);
  return await response.blob();
}
