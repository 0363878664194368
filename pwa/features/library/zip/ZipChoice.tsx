import { useEffect, useMemo, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { dataServers } from "../../../lib/file-address.ts";
import { kindChoiceOf } from "../../../offline/library/file-kinds.ts";
import { measure, useSizes } from "../../../offline/library/file-sizes.ts";
import { useOwnedAmong } from "../../../offline/owned-files/owned-files.ts";
import { bookOfPosts, bookWords } from "./book-plan.ts";
import { Check } from "./Check.tsx";
import { chooseOutput } from "./choose-output.ts";
import { FormatChoice } from "./FormatChoice.tsx";
import { chosenFormat, EXTENSIONS, type ImageSize } from "./format.ts";
import { NameTemplate } from "./NameTemplate.tsx";
import {
  filesToZip,
  isPage,
  namesInZip,
  type Parts,
  type PlannedFile,
  type ZipProps,
  zipFileName,
  zipJob,
} from "./plan.ts";
import { fileNames } from "./template.ts";
import type { ZipJob } from "./worker-api.ts";
import styles from "./Zip.module.css";
import { ZipFiles } from "./ZipFiles.tsx";
import { ZipForm } from "./ZipForm.tsx";

export interface ZipChoiceProps extends ZipProps {
  onBegin: (job: ZipJob, fileName: string) => void;
  onClose: () => void;
}

/** Contents of the file: files and the post's texts. */
export function ZipChoice({ envelope, creator, comments, onBegin, onClose }: ZipChoiceProps) {
  const format = chosenFormat.use();
  const [size, setSize] = useState<ImageSize>("original");
  const all = useMemo(() => filesToZip(envelope.post), [envelope]);
  const files = useMemo(() => (format === "ZIP" ? all : all.filter(isPage)), [format, all]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(all.map(({ hash }) => hash)));
  const [parts, setParts] = useState<Parts>({ text: true, comments: true, metadata: true });
  const owned = useOwnedAmong(useMemo(() => files.map(({ hash }) => hash), [files]));
  const [leavesOwned, setLeavesOwned] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const sizeOf = useSizes();
  useEffect(() => measure(files.map(({ path }) => path)), [files]);
  const template = fileNames.use();
  const skipped = leavesOwned && format === "ZIP" ? owned : new Set<string>();
  const wanted = files.filter(({ hash }) => chosen.has(hash));
  const packed = wanted.filter(({ hash }) => !skipped.has(hash));
  const make = async () => {
    setHasFailed(false);
    const fileName = zipFileName({ envelope, creator }, EXTENSIONS[format]);
    const output = await chooseOutput(fileName, format);
    if (output === undefined) return;
    try {
      const post = {
        ...{ envelope, creator, files: wanted, address: location.href.split(/[?#]/)[0] ?? "" },
        comments: parts.comments && format !== "CBZ" ? await comments() : [],
      };
      const title = envelope.post.title.trim() || creator;
      const job =
        format === "ZIP"
          ? zipJob({ ...post, skipped, parts, template })
          : bookOfPosts([post], { ...bookWords(), format, size, title, source: post.address });
      onBegin({ ...job, output, servers: dataServers() }, fileName);
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <ZipForm
      files={packed}
      isEmpty={wanted.length === 0}
      problem={hasFailed ? t("zip.commentsFailed") : undefined}
      onParts={setParts}
      onMake={() => void make()}
      {...{ format, parts, onClose }}
    >
      <FormatChoice format={format} size={size} onSize={setSize} />
      <p className={styles.note}>{t("zip.note", { format })}</p>
      {files.length === 0 ? (
        <p>{t(all.length === 0 ? "zip.noFiles" : "zip.noImages")}</p>
      ) : (
        <ZipFiles {...{ files, chosen, owned, sizeOf }} onChoose={setChosen} presets={presets(files)} />
      )}
      {wanted.length === 0 || format !== "ZIP" ? null : (
        <NameTemplate
          template={template}
          examples={namesInZip({ envelope, creator, files: wanted, template })}
        />
      )}
      {owned.size === 0 || format !== "ZIP" ? null : (
        <Check
          label={t("zip.skipOwned", { count: owned.size })}
          isOn={leavesOwned}
          onChange={setLeavesOwned}
        />
      )}
    </ZipForm>
  );
}

const isImage = (file: PlannedFile) => kindChoiceOf(file) === "image";

function presets(files: readonly PlannedFile[]) {
  const images = files.filter(isImage);
  return [
    { preset: "all", files },
    ...(images.length === 0 || images.length === files.length ? [] : [{ preset: "images", files: images }]),
    { preset: "none", files: [] },
  ];
}
