import { useMutation, useQueryClient } from "@tanstack/react-query";
import { INVALID_FAVORITES } from "#shared/rules/favorites.ts";
import { errorMessage } from "../../api/messages.ts";
import { t } from "../../i18n/index.ts";
import { downloadText } from "../../lib/download-text.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { FAVORITES_KEY } from "./api.ts";
import { DeviceNote } from "./DeviceNote.tsx";
import styles from "./Favorites.module.css";
import { FavoriteTabs } from "./FavoriteTabs.tsx";
import { FeedSection } from "./FeedSection.tsx";
import { readFavoritesFile } from "./file.ts";
import { useIsOnDevice } from "./marks.ts";
import { syncFavorites } from "./sync.ts";
import {
  exportFromAccount,
  exportFromDevice,
  importToAccount,
  importToDevice,
  NotStoredError,
} from "./transfer.ts";
import { UnreadEntries } from "./UnreadEntries.tsx";

/** `/account/favorites/export`: exports and imports `favorites.json`. */
export function TransferPage() {
  const client = useQueryClient();
  const isVisitor = useIsOnDevice();
  const save = useMutation({
    mutationFn: async () => {
      const file = isVisitor ? await exportFromDevice(client) : await exportFromAccount(client);
      downloadText("favorites.json", JSON.stringify(file, undefined, 1), "application/json");
    },
  });
  const load = useMutation({
    mutationFn: async (file: File) => {
      const { unread, incomplete, ...favorites } = readFavoritesFile(await file.text());
      const counts = await (isVisitor ? importToDevice(favorites) : importToAccount(favorites));
      return { counts: { ...counts, missing: counts.missing + incomplete }, unread };
    },
    onError: noteEndedSession,
    onSuccess: async () => {
      await syncFavorites(client);
      await client.invalidateQueries({ queryKey: FAVORITES_KEY });
    },
  });
  return (
    <div className={page.page}>
      <PageHeading title={t("favorites.fileTitle")} />
      <FavoriteTabs />
      <DeviceNote />
      <section className={styles.part}>
        <h2>{t("favorites.export")}</h2>
        <p className={styles.soft}>{t("favorites.exportNote")}</p>
        <button
          type="button"
          className={button.button}
          disabled={save.isPending}
          onClick={() => save.mutate()}
        >
          {t("favorites.download")}
        </button>
        <Problem error={save.error} />
      </section>
      <section className={styles.part}>
        <h2>{t("favorites.import")}</h2>
        <label className={button.label}>
          {t("favorites.importNote")}
          <input
            type="file"
            accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt,.list,application/json,text/*"
            disabled={load.isPending}
            onChange={({ target }) => {
              const file = target.files?.[0];
              target.value = ""; // the same file can be chosen again
              if (file !== undefined) load.mutate(file);
            }}
          />
        </label>
        <p role="status">
          {load.isPending ? t("favorites.importing") : null}
          {load.data === undefined ? null : t("favorites.imported", load.data.counts)}
        </p>
        {load.data !== undefined && load.data.counts.missing > 0 ? (
          <p className={styles.soft}>{t("favorites.missingNote")}</p>
        ) : null}
        <UnreadEntries unread={load.data?.unread ?? []} />
        <Problem error={load.error} />
      </section>
      {isVisitor ? null : <FeedSection />}
    </div>
  );
}

function Problem({ error }: { error: unknown }) {
  return (
    <p className={styles.problem} role="alert">
      {error === null
        ? null
        : error instanceof Error && error.message === INVALID_FAVORITES
          ? t("account.problem.favorites")
          : error instanceof NotStoredError
            ? t("favorites.notStored")
            : errorMessage(error)}
    </p>
  );
}
