import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { pullSegments } from "#shared/contracts/device-sync.ts";
import { call } from "../../../api/call.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { ACCOUNT_KEY } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { useAccount } from "../../account/api.ts";
import { refusalText } from "../../account/messages.ts";
import { JoinForm } from "./JoinForm.tsx";
import { canEncrypt } from "./keys.ts";
import { NewWords } from "./NewWords.tsx";
import styles from "./Sync.module.css";
import { SyncState } from "./SyncState.tsx";
import { changeWords, turnOffEverywhere, turnOffHere, turnOn } from "./setup.ts";
import { syncStatus } from "./start.ts";
import type { DeviceState } from "./state.ts";
import { watchDevice } from "./store.ts";
import { newWords } from "./words.ts";

/** `/account/sync`: turns sync on and off, and replaces the words. */
export function SyncPage() {
  const { data } = useAccount();
  const device = useDevice();
  const isOutdated = syncStatus.use() === "words";
  const isReady = device !== "unknown" && data !== undefined;
  return (
    <div className={page.page}>
      <PageHeading title={t("sync.title")} />
      <p className={styles.text}>{t("sync.about")}</p>
      {!canEncrypt() ? (
        <p role="status">{t("sync.needsHttps")}</p>
      ) : !isReady ? (
        <div role="status" aria-label={t("sync.loading")} className={`${styles.ghost} ${page.skeleton}`} />
      ) : device === undefined || isOutdated ? (
        <SyncOff account={data.account.id} isOutdated={device !== undefined} />
      ) : (
        <SyncOn device={device} />
      )}
      <p className={styles.soft}>{t("sync.protects")}</p>
    </div>
  );
}

/** This device's state, updated by other tabs too; undefined if sync is off. */
function useDevice(): DeviceState | undefined | "unknown" {
  const [device, setDevice] = useState<DeviceState | undefined | "unknown">("unknown");
  useEffect(() => watchDevice(setDevice), []);
  return device;
}

/** @param isOutdated the words of this device were replaced */
function SyncOff({ account, isOutdated }: { account: number; isOutdated: boolean }) {
  const [words, setWords] = useState<string[]>();
  const { data, error, refetch } = useQuery({
    queryKey: [ACCOUNT_KEY, "sync"],
    queryFn: ({ signal }) => call(pullSegments, { query: { after: "999999999" }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (words !== undefined)
    return (
      <NewWords
        words={words}
        onConfirm={async () => {
          if (data?.key_id != null) await turnOffEverywhere();
          await turnOn(account, words);
          syncStatus.set("idle");
        }}
        onCancel={() => setWords(undefined)}
      />
    );
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status" aria-label={t("sync.loading")} className={`${styles.ghost} ${page.skeleton}`} />
    );
  if (data.key_id === null)
    return (
      <>
        <p>{t("sync.off")}</p>
        <p>
          <button
            type="button"
            className={`${button.button} ${button.primary}`}
            onClick={() => setWords(newWords())}
          >
            {t("sync.turnOn")}
          </button>
        </p>
      </>
    );
  return (
    <>
      <p role="status">{t(isOutdated ? "sync.changed" : "sync.onElsewhere")}</p>
      <JoinForm account={account} />
      <section className={styles.part}>
        <h2>{t("sync.lost")}</h2>
        <p className={styles.soft}>{t("sync.lostNote")}</p>
        <p>
          <button type="button" className={button.button} onClick={() => setWords(newWords())}>
            {t("sync.beginAgain")}
          </button>
        </p>
      </section>
    </>
  );
}

function SyncOn({ device }: { device: DeviceState }) {
  const [words, setWords] = useState<string[]>();
  if (words !== undefined)
    return (
      <NewWords
        words={words}
        onConfirm={async () => {
          await changeWords(words);
          setWords(undefined);
        }}
        onCancel={() => setWords(undefined)}
      />
    );
  return (
    <>
      <SyncState device={device} />
      <section className={styles.part}>
        <h2>{t("sync.newWords")}</h2>
        <p className={styles.soft}>{t("sync.newWordsNote")}</p>
        <p>
          <button type="button" className={button.button} onClick={() => setWords(newWords())}>
            {t("sync.newWords")}
          </button>
        </p>
      </section>
      <TurnOff />
    </>
  );
}

function TurnOff() {
  const { mutate, error, isPending } = useMutation({
    mutationFn: (isEverywhere: boolean) => (isEverywhere ? turnOffEverywhere() : turnOffHere()),
  });
  return (
    <section className={styles.part}>
      <h2>{t("sync.turnOff")}</h2>
      <p className={styles.soft}>{t("sync.turnOffNote")}</p>
      <p className={styles.actions}>
        <button type="button" className={button.button} disabled={isPending} onClick={() => mutate(false)}>
          {t("sync.turnOff")}
        </button>
        <button type="button" className={button.button} disabled={isPending} onClick={() => mutate(true)}>
          {t("sync.turnOffEverywhere")}
        </button>
      </p>
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
    </section>
  );
}
