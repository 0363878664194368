import { type ComponentProps, type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import { t } from "../i18n/index.ts";
import { mediaPreload } from "../lib/data-saver.ts";
import { fileAddress } from "../lib/file-address.ts";
import { errorCause, isPictureMissing, type MediaFault } from "../lib/media-fault.ts";
import { formatSize } from "../lib/sizes.ts";
import button from "./Button.module.css";
import styles from "./Film.module.css";
import { Icon } from "./Icon.tsx";
import { Bar } from "./ProgressBar.tsx";

interface FilmProps
  extends Pick<ComponentProps<"video">, "className" | "width" | "height" | "ref" | "poster"> {
  file: FileRef;
  name: string;
  /** MP4 that plays where the browser lacks the codec of the file. */
  rendition?: { address: string; bytes: number } | undefined;
  onDownload?: () => void;
}

/** Video of the archive. Where the browser cannot show it, a message with what can be done stands below. */
export function Film({ file, name, rendition, onDownload, ...video }: FilmProps) {
  const [fault, setFault] = useState<MediaFault>();
  const [copy, setCopy] = useState<"unused" | "waiting" | "playing" | "failed">("unused");
  const address = fileAddress(file);
  const { repacked, progress, problem, start } = useRepacked(address);
  const isCopy =
    rendition !== undefined && repacked === undefined && (copy === "waiting" || copy === "playing");
  const settle = (found: MediaFault, media: HTMLVideoElement) => {
    if (isCopy) return setCopy("failed"); // offline, as it is not saved
    setFault(found);
    if (rendition === undefined || copy === "failed" || found === "failed") return;
    setCopy(media.paused ? "waiting" : "playing");
  };
  const lookForPicture = ({ currentTarget: media }: SyntheticEvent<HTMLVideoElement>) => {
    if (media.videoWidth > 0) return isCopy ? undefined : setFault(undefined);
    void isPictureMissing(media)
      .then((isMissing) => isMissing && media.videoWidth === 0 && settle("noPicture", media))
      .catch(() => {}); // not readable now
  };
  const canRepack = repacked === undefined && problem !== "impossible" && fault !== "failed";
  return (
    <>
      <video
        {...video}
        controls
        playsInline
        preload={mediaPreload()}
        src={repacked ?? (isCopy ? rendition.address : address)}
        autoPlay={repacked !== undefined || copy === "playing"}
        aria-label={name}
        onLoadedMetadata={lookForPicture}
        onError={({ currentTarget: media }) => void errorCause(media).then((cause) => settle(cause, media))}
      />
      {rendition === undefined || isCopy || fault !== undefined || copy === "failed" ? null : (
        <button type="button" className={button.button} onClick={() => setCopy("playing")}>
          {t("player.playCopy", { size: formatSize(rendition.bytes) })}
        </button>
      )}
      {fault === undefined && !isCopy ? null : (
        <div className={isCopy ? styles.note : styles.fault} role={isCopy ? "note" : "alert"}>
          {isCopy
            ? t("player.copy", { size: formatSize(rendition.bytes) })
            : problem === "impossible"
              ? t("player.cannotConvert")
              : faultText(problem ?? fault ?? "unplayable")}
          {isCopy || !canRepack ? null : progress === undefined ? (
            <button type="button" className={button.button} onClick={start}>
              {t("player.convert")}
            </button>
          ) : (
            <Bar label={t("player.converting")} done={progress} of={1} />
          )}
          <a
            href={address}
            download={name}
            aria-label={t("post.file.download", { name })}
            onClick={() => onDownload?.()}
          >
            <Icon name="download" size={18} />
            {t(isCopy ? "player.downloadOriginal" : "player.download")}
          </a>
        </div>
      )}
    </>
  );
}

/** Address of the video as an MP4, which is made on this device when the visitor asks for it. */
function useRepacked(address: string) {
  const [repacked, setRepacked] = useState<string>();
  const [progress, setProgress] = useState<number>();
  /** `failed`: the file did not arrive, or is damaged. */
  const [problem, setProblem] = useState<"impossible" | "failed">();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => () => (repacked === undefined ? undefined : URL.revokeObjectURL(repacked)), [repacked]);
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    setProblem(undefined);
    try {
      const { repack } = await import("../lib/repack.ts");
      const film = await repack(address, { signal: controller.signal, onProgress: setProgress });
      if (film === undefined) setProblem("impossible");
      else setRepacked(URL.createObjectURL(film));
    } catch (error) {
      if (controller.signal.aborted) return;
      console.warn("A video could not be converted.", error);
      setProblem("failed");
    } finally {
      setProgress(undefined);
    }
  };
  return { repacked, progress, problem, start: () => void start() };
}

export function faultText(fault: MediaFault): string {
  if (fault === "failed") return t("player.failed");
  return t(fault === "noPicture" ? "player.noPicture" : "player.unplayable");
}
