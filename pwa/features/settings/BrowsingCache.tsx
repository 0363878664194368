import { useEffect, useState } from "react";
import { formatNumber, t } from "../../i18n/index.ts";
import { CACHE_LIMITS, cacheLimit, cacheLimitBytes } from "../../offline/cache/size-limit.ts";
import { hasOfflineData } from "../../offline/db/has-data.ts";
import { loadOfflineStore } from "../../offline/load-offline-store.ts";
import button from "../../ui/Button.module.css";
import { Choice } from "../../ui/Choice.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import styles from "./SettingsPage.module.css";

/** Size and limit of the browsing cache. */
export function BrowsingCache() {
  const chosen = cacheLimit.use();
  const [bytes, setBytes] = useState<number>();
  const [isBusy, setIsBusy] = useState(false);
  const work = async (limit: number | undefined) => {
    setIsBusy(true);
    setBytes(await used(limit));
    setIsBusy(false);
  };
  useEffect(() => {
    let isHere = true;
    void used(undefined).then((found) => isHere && setBytes(found));
    return () => {
      isHere = false;
    };
  }, []);
  return (
    <SettingsSection title={t("settings.cache")} note={t("settings.cacheNote")}>
      <Choice
        label={t("settings.cacheLimit")}
        value={chosen}
        options={CACHE_LIMITS.map((value) => ({
          value,
          label: value === "0" ? t("settings.cacheOff") : megabytes(Number(value)),
        }))}
        onChoose={(value) => {
          cacheLimit.set(value);
          void work(cacheLimitBytes());
        }}
      />
      <p className={styles.used} role="status">
        {bytes === undefined ? "\u00a0" : t("settings.cacheUsed", { size: megabytes(bytes / 1_000_000) })}
      </p>
      <p>
        <button
          type="button"
          className={button.button}
          aria-disabled={isBusy || bytes === 0}
          onClick={() => {
            if (!isBusy) void work(0);
          }}
        >
          {t("settings.cacheClear")}
        </button>
      </p>
    </SettingsSection>
  );
}

/** @param limit evicts copies beyond it first */
async function used(limit: number | undefined): Promise<number | undefined> {
  if (!hasOfflineData()) return 0;
  try {
    const store = await loadOfflineStore();
    if (limit !== undefined) await store.evictToLimit(limit);
    return (await store.cacheUsage()).bytes;
  } catch {
    return undefined; // size unknown
  }
}

function megabytes(value: number): string {
  return formatNumber(value, {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: value < 10 && value > 0 ? 1 : 0,
  });
}
