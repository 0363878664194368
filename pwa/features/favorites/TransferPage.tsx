import { useMutation, useQueryClient } from "@tanstack/react-query";
import { importFavorites } from "#shared/contracts/favorites.ts";
import { FavoritesFile, INVALID_FAVORITES } from "#shared/rules/favorites.ts";
import { call } from "../../api/call.ts";
import { errorMessage } from "../../api/messages.ts";
import { t } from "../../i18n/index.ts";
import { downloadText } from "../../lib/download-text.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { allFavoritePostsQuery, FAVORITES_KEY, favoriteCreatorsQuery } from "./api.ts";
import styles from "./Favorites.module.css";
import { FavoriteTabs } from "./FavoriteTabs.tsx";
import { FeedSection } from "./FeedSection.tsx";
import { syncFavorites } from "./sync.ts";

/** Timeout of the import, which may send thousands of favorites in one request. */
const IMPORT_TIMEOUT_MS = 120_000;

/** `/account/favorites/export`: exports and imports `favorites.json`. */
export function TransferPage() {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      const [creators, posts] = await Promise.all([
        client.fetchQuery(favoriteCreatorsQuery()),
        client.fetchQuery(allFavoritePostsQuery({})),
      ]);
      const file = {
        artists: creators.map(({ service, id, name }) => ({ service, id, name })),
        posts: posts.map(({ service, user, id, title }) => ({ service, user, id, title })),
      };
      downloadText("favorites.json", JSON.stringify(file, undefined, 1), "application/json");
    },
  });
  const load = useMutation({
    mutationFn: async (file: File) =>
      call(importFavorites, { body: readFile(await file.text()), timeout: IMPORT_TIMEOUT_MS }),
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
            accept=".json,application/json"
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
          {load.data === undefined ? null : t("favorites.imported", { ...load.data })}
        </p>
        <Problem error={load.error} />
      </section>
      <FeedSection />
    </div>
  );
}

/** @throws Error with a translated message */
function readFile(text: string): FavoritesFile {
  try {
    return FavoritesFile.parse(JSON.parse(text));
  } catch {
    throw new Error(INVALID_FAVORITES);
  }
}

function Problem({ error }: { error: unknown }) {
  return (
    <p className={styles.problem} role="alert">
      {error === null
        ? null
        : error instanceof Error && error.message === INVALID_FAVORITES
          ? t("account.problem.favorites")
          : errorMessage(error)}
    </p>
  );
}
