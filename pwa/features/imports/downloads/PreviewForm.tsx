import { type FormEvent, useState } from "react";
import type { DownloadImport, DownloadPreview } from "#shared/entities/download-import.ts";
import { RATINGS, type Rating } from "#shared/rules/ratings.ts";
import { SERVICES, type Service, serviceInfo } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import { deviceZone } from "../../../lib/device-zone.ts";
import { site } from "../../../lib/site.ts";
import { formatSize } from "../../../lib/sizes.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import styles from "./Downloads.module.css";
import { Paths } from "./Paths.tsx";
import { Problems } from "./Problems.tsx";

export interface ScanInput {
  zone: string;
  creators: { path: string; service: Service; id: string; name: string }[];
}

/** Preview of an import, and fields for what cannot be detected: time zone, and creators of plain folders. */
export function PreviewForm({
  data,
  isBusy,
  problem,
  onImport,
  onUpdate,
}: {
  data: DownloadImport;
  isBusy: boolean;
  problem: string | null;
  onImport: (rating: Rating) => void;
  onUpdate: (input: ScanInput) => void;
}) {
  const { preview } = data;
  const [rating, setRating] = useState<Rating>("everyone");
  if (preview === null) return null;
  const isEmpty = preview.creators + preview.posts + preview.messages + preview.files === 0;
  return (
    <section className={styles.part} aria-label={t("downloads.preview")}>
      <h2>{t("downloads.preview")}</h2>
      <Summary preview={preview} />
      <Problems data={data} />
      {isEmpty || site().access !== "members" ? null : (
        <Choice
          label={t("groups.seenBy")}
          note={t("downloads.ratingNote")}
          value={rating}
          options={RATINGS.map((value) => ({ value, label: t("groups.ratingName", { rating: value }) }))}
          onChoose={setRating}
        />
      )}
      {isEmpty ? null : (
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          disabled={isBusy}
          onClick={() => onImport(rating)}
        >
          {t("downloads.import")}
        </button>
      )}
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <Corrections data={data} unnamed={preview.unnamed} isBusy={isBusy} onUpdate={onUpdate} />
    </section>
  );
}

/** Groups folders by the program that created them. */
function byProgram({ programs }: DownloadPreview): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, path } of programs)
    found.set(name, [...(found.get(name) ?? []), path === "" ? "/" : path]);
  return found;
}

function Summary({ preview }: { preview: DownloadPreview }) {
  const { creators, posts, messages, files, bytes, known_posts: known, unknown_files: unknown } = preview;
  return (
    <>
      <p role="status">
        {t("downloads.summary", { creators, posts, messages, files, bytes: formatSize(bytes) })}
      </p>
      <ul className={styles.facts}>
        {known === 0 ? null : <li>{t("downloads.known", { count: known })}</li>}
        {unknown === 0 ? null : <li>{t("downloads.unknown", { count: unknown })}</li>}
      </ul>
      {[...byProgram(preview)].map(([name, paths]) => (
        <Paths key={name} title={t("downloads.program", { name, count: paths.length })} paths={paths} />
      ))}
    </>
  );
}

function Corrections({
  data: { zone },
  unnamed,
  isBusy,
  onUpdate,
}: {
  data: DownloadImport;
  unnamed: readonly string[];
  isBusy: boolean;
  onUpdate: (input: ScanInput) => void;
}) {
  const [chosen, setChosen] = useState(zone);
  const zones = [...new Set(["UTC", deviceZone(), zone, ...Intl.supportedValuesOf("timeZone")])];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const creators = unnamed.flatMap((path, index) => {
      const [service, id, name] = ["service", "id", "name"].map((part) =>
        String(form.get(`${part}-${index}`) ?? "").trim(),
      ) as [Service, string, string];
      return id === "" ? [] : [{ path, service, id, name: name === "" ? id : name }];
    });
    onUpdate({ zone: chosen, creators });
  };
  return (
    <form className={styles.part} onSubmit={submit} aria-busy={isBusy}>
      <label className={button.label}>
        {t("downloads.zone")}
        <select className={button.field} value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {zones.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {unnamed.map((path, index) => (
        <fieldset key={path} className={styles.creator}>
          <legend>{t("downloads.whose", { folder: path === "" ? "/" : path })}</legend>
          <label className={button.label}>
            {t("downloads.service")}
            <select className={button.field} name={`service-${index}`}>
              {SERVICES.map((service) => (
                <option key={service} value={service}>
                  {serviceInfo(service).title}
                </option>
              ))}
            </select>
          </label>
          <Field label={t("downloads.creatorId")} name={`id-${index}`} maxLength={255} autoComplete="off" />
          <Field
            label={t("downloads.creatorName")}
            name={`name-${index}`}
            maxLength={255}
            autoComplete="off"
          />
        </fieldset>
      ))}
      <button type="submit" className={button.button} disabled={isBusy}>
        {t("downloads.update")}
      </button>
    </form>
  );
}
