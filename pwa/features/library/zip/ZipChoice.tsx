import { useEffect, useMemo, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { dataServers } from "../../../lib/file-address.ts";
import { kindChoiceOf } from "../../../offline/library/file-kinds.ts";
import { measure, useSizes } from "../../../offline/library/file-sizes.ts";
import { useOwnedAmong } from "../../../offline/owned-files/owned-files.ts";
import { Check } from "./Check.tsx";
import { chooseOutput } from "./choose-output.ts";
import { NameTemplate } from "./NameTemplate.tsx";
import {
  filesToZip,
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

/** Contents of the ZIP: files and the post's texts. */
export function ZipChoice({ envelope, creator, comments, onBegin, onClose }: ZipChoiceProps) {
  const files = useMemo(() => filesToZip(envelope.post), [envelope]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(files.map(({ hash }) => hash)));
  const [parts, setParts] = useState<Parts>({ text: true, comments: true, metadata: true });
  const owned = useOwnedAmong(useMemo(() => files.map(({ hash }) => hash), [files]));
  const [leavesOwned, setLeavesOwned] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const sizeOf = useSizes();
  useEffect(() => measure(files.map(({ path }) => path)), [files]);
  const template = fileNames.use();
  const skipped = leavesOwned ? owned : new Set<string>();
  const wanted = files.filter(({ hash }) => chosen.has(hash));
  const packed = wanted.filter(({ hash }) => !skipped.has(hash));
  const make = async () => {
    setHasFailed(false);
    const fileName = zipFileName({ envelope, creator });
    const output = await chooseOutput(fileName);
    if (output === undefined) return;
    try {
      const job = zipJob({
        ...{
          envelope,
          creator,
          files: wanted,
          skipped,
          parts,
          template,
          address: location.href.split(/[?#]/)[0] ?? "",
        },
        comments: parts.comments ? await comments() : [],
      });
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
      {...{ parts, onClose }}
    >
      <p className={styles.note}>{t("zip.note")}</p>
      {files.length === 0 ? (
        <p>{t("zip.noFiles")}</p>
      ) : (
        <ZipFiles {...{ files, chosen, owned, sizeOf }} onChoose={setChosen} presets={presets(files)} />
      )}
      {wanted.length === 0 ? null : (
        <NameTemplate
          template={template}
          examples={namesInZip({ envelope, creator, files: wanted, template })}
        />
      )}
      {owned.size === 0 ? null : (
        <Check
          label={t("zip.skipOwned", { count: owned.size })}
          isOn={leavesOwned}
          onChange={setLeavesOwned}
        />
      )}
    </ZipForm>
  );
}

function presets(files: readonly PlannedFile[]) {
  const images = files.filter((file) => kindChoiceOf(file) === "image");
  return [
    { preset: "all", files },
    ...(images.length === 0 || images.length === files.length ? [] : [{ preset: "images", files: images }]),
    { preset: "none", files: [] },
  ];
}
