import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { PictureHit } from "#shared/entities/archive-file.ts";
import { filePath } from "#shared/rules/files.ts";
import { NetworkError } from "../../../../api/errors.ts";
import { t } from "../../../../i18n/index.ts";
import { thumbnailAddress } from "../../../../lib/addresses.ts";
import { formatPixels } from "../../../../lib/sizes.ts";
import type { Picture } from "../../../../offline/pictures/worker-api.ts";
import button from "../../../../ui/Button.module.css";
import {
  changedPicturesQuery,
  type PictureFile,
  type Place,
  pictureQuery,
  samePicturesQuery,
} from "../api.ts";
import { MessageLink, PostLink } from "../FoundIn.tsx";
import { onlyOnDevice } from "../only-on-device.ts";
import styles from "./SamePictures.module.css";
import { byVerdict, type Verdict } from "./verdict.ts";

/** Pictures listed at once; the others can be opened. */
const MAX_SHOWN = 4;

/**
 * Pictures that look like a file: of the archive, which gets only the bits of its hash, or, without a connection or if the
 * user wants so, of saved posts.
 */
export function SamePictures({ file }: { file: PictureFile }) {
  const { data: own, isError } = useQuery(pictureQuery(file));
  if (own === undefined && !isError) return <Note text={t("hash.comparing")} />;
  if (own === undefined || own === null) return <Note text={t("hash.undecodable")} />;
  if (own.pdq === undefined) return <Note text={t("hash.plainPicture")} />;
  return <Similar own={own} pdq={own.pdq} file={file} />;
}

const Note = ({ text }: { text: string }) => <p className={styles.area}>{text}</p>;

function Similar({ own, pdq, file }: Omit<OwnPicture, "place">) {
  const isLocal = onlyOnDevice.use() === "on";
  const { error, fetchStatus } = useQuery(samePicturesQuery("archive", pdq, !isLocal));
  const isOffline = error instanceof NetworkError || fetchStatus === "paused";
  const place = isLocal || isOffline ? "device" : "archive";
  return (
    <div className={styles.area}>
      <Upright own={own} pdq={pdq} file={file} place={place} />
      <Changed key={place} own={own} pdq={pdq} file={file} place={place} />
    </div>
  );
}

interface OwnPicture {
  own: Picture;
  pdq: string;
  file: PictureFile;
  place: Place;
}

function Upright({ own, pdq, file, place }: OwnPicture) {
  const { data: hits, isError } = useQuery(samePicturesQuery(place, pdq));
  if (isError) return <p>{t("hash.noPictures")}</p>;
  if (hits === undefined) return <p>{t("hash.comparing")}</p>;
  if (hits.length === 0) return <p>{t(place === "device" ? "hash.noneSaved" : "hash.noneSame")}</p>;
  return (
    <>
      {place === "device" ? <p>{t("hash.similarSaved")}</p> : null}
      <Hits hits={hits} own={own} hash={file.hash} />
    </>
  );
}

/** Copies that were rotated, mirrored, framed or cropped, on request: these are eleven more requests, or twelve. */
function Changed({ own, pdq, file, place }: OwnPicture) {
  const [isAsked, setAsked] = useState(false);
  const { data: upright = [] } = useQuery(samePicturesQuery(place, pdq));
  const { data: found, isError } = useQuery(changedPicturesQuery(place, file, isAsked));
  const hits = found?.filter((hit) => !upright.some((other) => other.hash === hit.hash));
  if (!isAsked)
    return (
      <button type="button" className={button.button} onClick={() => setAsked(true)}>
        {t("hash.turned")}
      </button>
    );
  if (isError) return <p>{t("hash.noPictures")}</p>;
  if (hits === undefined) return <p>{t("hash.comparing")}</p>;
  if (hits.length === 0) return <p>{t("hash.noneTurned")}</p>;
  return (
    <>
      <p>{t("hash.foundTurned")}</p>
      <Hits hits={hits} own={own} hash={file.hash} />
    </>
  );
}

function Hits({ hits, own, hash }: { hits: readonly PictureHit[]; own: Picture; hash: string }) {
  const items = byVerdict(hits, own, hash).map(({ hit, verdict }) => (
    <Hit key={hit.hash} hit={hit} verdict={verdict} own={own} />
  ));
  const more = items.slice(MAX_SHOWN);
  return (
    <>
      <ul className={styles.hits}>{items.slice(0, MAX_SHOWN)}</ul>
      {more.length === 0 ? null : (
        <details>
          <summary>{t("hash.morePictures", { count: more.length })}</summary>
          <ul className={styles.hits}>{more}</ul>
        </details>
      )}
    </>
  );
}

function Hit({ hit, verdict, own }: { hit: PictureHit; verdict: Verdict; own: Picture }) {
  const [post] = hit.posts;
  const [message] = hit.discord_posts;
  return (
    <li className={styles.hit}>
      <Link to="/file/{-$hash}" params={{ hash: hit.hash }} aria-label={t("hash.details")}>
        <span className={styles.picture} data-cover={post?.service ?? "discord"}>
          <img
            src={thumbnailAddress(filePath(hit.hash, hit.ext), 180)}
            alt=""
            width={64}
            height={64}
            loading="lazy"
            decoding="async"
          />
        </span>
      </Link>
      <div className={styles.words}>
        <span className={styles.verdict} data-verdict={verdict}>
          {words(verdict, hit, own)}
        </span>
        {post !== undefined ? (
          <PostLink post={post} />
        ) : message !== undefined ? (
          <MessageLink message={message} />
        ) : null}
      </div>
    </li>
  );
}

function words(verdict: Verdict, { width, height }: PictureHit, own: Picture): string {
  const size = formatPixels(width, height) ?? "";
  if (verdict === "identical") return t("hash.identical");
  if (verdict === "larger")
    return t("hash.largerPicture", { size, own: formatPixels(own.width, own.height) ?? "" });
  const name = t(verdict === "same" ? "hash.samePicture" : "hash.similarPicture");
  return size === "" ? name : `${name} · ${size}`;
}
