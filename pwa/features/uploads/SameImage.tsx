import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import { formatPixels } from "../../lib/sizes.ts";
import { pictureQuery, samePicturesQuery } from "../search/hash-search/api.ts";
import { byVerdict } from "../search/hash-search/pictures/verdict.ts";
import styles from "./Uploads.module.css";

/** Says of a chosen image that the archive has it in another size or format; it may still be sent. */
export function SameImage({ file, hash }: { file: File; hash: string }) {
  const { data: own } = useQuery(pictureQuery({ read: () => file, hash }));
  const pdq = own?.pdq;
  const { data: hits } = useQuery(samePicturesQuery("archive", pdq ?? "", pdq !== undefined));
  if (own == null || hits === undefined) return null;
  const [best] = byVerdict(hits, own, hash);
  if (best === undefined || best.verdict === "identical" || best.verdict === "similar") return null;
  const { hash: theirs, width, height } = best.hit;
  const size = formatPixels(width, height) ?? "";
  return (
    <Link to="/file/{-$hash}" params={{ hash: theirs }} className={styles.same}>
      {best.verdict === "larger"
        ? t("hash.largerPicture", { size, own: formatPixels(own.width, own.height) ?? "" })
        : t("uploads.sameImage", { size })}
    </Link>
  );
}
