import { useEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { dataServers } from "../../../lib/file-address.ts";
import { flash } from "../../../lib/toast.ts";
import { kindChoiceOf, type PostWithFiles } from "../../../offline/library/file-kinds.ts";
import { measure } from "../../../offline/library/file-sizes.ts";
import button from "../../../ui/Button.module.css";
import { Bar } from "../../../ui/ProgressBar.tsx";
import { bookOfPosts, bookWords } from "./book-plan.ts";
import { Check } from "./Check.tsx";
import { chooseOutput } from "./choose-output.ts";
import { FormatChoice } from "./FormatChoice.tsx";
import { chosenFormat, EXTENSIONS, type ImageSize } from "./format.ts";
import { NameTemplate } from "./NameTemplate.tsx";
import { safeName } from "./names.ts";
import {
  filesToZip,
  folderNames,
  isPage,
  namesInZip,
  type Parts,
  type PlannedFile,
  type ZipOptions,
  zipOfPosts,
} from "./plan.ts";
import { type PostKey, readPost } from "./read-post.ts";
import { fileNames } from "./template.ts";
import type { ZipJob } from "./worker-api.ts";
import styles from "./Zip.module.css";
import { ZipForm } from "./ZipForm.tsx";
import { ZipFrame } from "./ZipFrame.tsx";

/** Fields of a listed post. */
export interface ListedToZip extends PostKey, PostWithFiles {
  title: string;
  published?: string | null;
  creatorName?: string | undefined;
}

interface ZipPostsProps {
  posts: readonly ListedToZip[];
  /** Name of the list; unset for a selection. */
  title?: string | undefined;
  /** Address of the list; by default the page's. */
  source?: string | undefined;
  onClose: () => void;
}

/** The ZIP of several posts, each in a folder. */
export function ZipPostsDialog({ onClose, ...props }: ZipPostsProps) {
  return (
    <ZipFrame
      title={t("zip.titleOfPosts", { count: props.posts.length, format: chosenFormat.use() })}
      choice={(begin) => <Choice {...props} onBegin={begin} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

const isImage = (file: PlannedFile) => kindChoiceOf(file) === "image";

function Choice({
  posts,
  title,
  source = location.href.split("#")[0] ?? "",
  onBegin,
  onClose,
}: ZipPostsProps & { onBegin: (job: ZipJob, fileName: string) => void }) {
  const [parts, setParts] = useState<Parts>({ text: true, comments: false, metadata: true });
  const format = chosenFormat.use();
  const [size, setSize] = useState<ImageSize>("original");
  const [isImagesOnly, setIsImagesOnly] = useState(false);
  /** Number of posts read so far; undefined before and after. */
  const [read, setRead] = useState<number>();
  const [hasFailed, setHasFailed] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  const template = fileNames.use();
  const wanted = (files: PlannedFile[]) => {
    if (format !== "ZIP") return files.filter(isPage);
    return isImagesOnly ? files.filter(isImage) : files;
  };
  const listed = useMemo(() => posts.flatMap(filesToZip), [posts]);
  useEffect(() => measure(listed.map(({ path }) => path)), [listed]);
  const files = wanted(listed);
  const make = async () => {
    setHasFailed(false);
    const name = title ?? t("zip.fileName", { count: posts.length });
    const fileName = `${safeName(name, "posts")}${EXTENSIONS[format]}`;
    const output = await chooseOutput(fileName, format);
    if (output === undefined) return;
    const whole: ZipOptions[] = [];
    try {
      for (const [place, post] of posts.entries()) {
        setRead(place);
        const one = await readPost(post, parts.comments && format !== "CBZ", stop.current.signal);
        if (one === undefined) continue;
        const { pathname } = new URL(addressOf(post), location.href);
        const address = `${location.origin}${pathname}`;
        const files = wanted(filesToZip(one.envelope.post));
        whole.push({ ...one, address, files, template, skipped: new Set(), parts });
      }
      const { aborted } = stop.current.signal;
      const missing = posts.length - whole.length;
      if (!aborted && missing > 0) flash({ text: t("zip.gone", { count: missing }) });
      if (!aborted && whole.length > 0)
        onBegin({ ...jobOf(whole, name), output, servers: dataServers() }, fileName);
    } catch {
      setHasFailed(!stop.current.signal.aborted);
    } finally {
      setRead(undefined);
    }
  };
  const jobOf = (whole: readonly ZipOptions[], name: string) => {
    if (format === "ZIP") return zipOfPosts(whole);
    const creators = new Set(whole.map(({ creator }) => creator));
    const named = title ?? (creators.size === 1 ? ([...creators][0] ?? name) : name);
    return bookOfPosts(whole, { ...bookWords(), format, size, title: named, source });
  };
  if (read !== undefined)
    return (
      <>
        <div className={styles.progress}>
          <Bar label={t("zip.progressLabel", { format })} done={read} of={posts.length} />
          <span className={styles.note} role="status">
            {t("zip.reading", { done: read, total: posts.length })}
          </span>
        </div>
        <div className={styles.buttons}>
          <button type="button" className={button.button} onClick={onClose}>
            {t("zip.cancel")}
          </button>
        </div>
      </>
    );
  return (
    <ZipForm
      format={format}
      isEmpty={files.length === 0}
      problem={hasFailed ? t("zip.readFailed") : undefined}
      onParts={setParts}
      onMake={() => void make()}
      {...{ files, parts, onClose }}
    >
      <FormatChoice format={format} size={size} onSize={setSize} />
      <p className={styles.note}>
        {format === "ZIP" ? `${t("zip.folders")} ` : ""}
        {t("zip.note", { format })}
      </p>
      {listed.length === 0 || format !== "ZIP" ? null : (
        <NameTemplate template={template} examples={examplesOf(posts, template)} />
      )}
      {format === "ZIP" && listed.some(isImage) && !listed.every(isImage) ? (
        <Check label={t("zip.imagesOnly")} isOn={isImagesOnly} onChange={setIsImagesOnly} />
      ) : null}
    </ZipForm>
  );
}

const addressOf = ({ service, user, id }: PostKey) =>
  `/${service}/user/${encodeURIComponent(user)}/post/${encodeURIComponent(id)}`;

/** Example names: the first file of the first post with files. */
function examplesOf(posts: readonly ListedToZip[], template: string): string[] {
  const first = posts.find((post) => filesToZip(post).length > 0);
  if (first === undefined) return [];
  const one = { envelope: { post: first }, creator: first.creatorName ?? first.user, template };
  const names = namesInZip({ ...one, files: filesToZip(first) });
  return names.map((name) => `${folderNames([one])[0]}/${name}`);
}
