import { useNavigate } from "@tanstack/react-router";
import { useEffect, useLayoutEffect } from "react";
import { t } from "../../../i18n/index.ts";
import { fromList, fromTransfer } from "../../../lib/chosen-files.ts";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { Chooser } from "./Chooser.tsx";
import { onLaunchedFiles, takeShared } from "./external-files.ts";
import { FileTable } from "./FileTable.tsx";
import { HashForm, HashResult, SHA256 } from "./HashForm.tsx";
import { lookup, MAX_FILES } from "./lookup.ts";
import { Overview } from "./Overview.tsx";
import { onlyOnDevice } from "./only-on-device.ts";

interface HashPageProps {
  /** Typed or from the address; not validated. */
  hash: string | undefined;
  /** Also images that look like the one with the hash. */
  isSimilar: boolean;
  isShared: boolean;
}

/** `/search_hash`: finds the uses of files. Hashes are computed in the browser; files never leave the device. */
export function HashPage({ hash, isSimilar, isShared }: HashPageProps) {
  const state = lookup.state.use();
  useArrivals(isShared);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("hash.title")} />
        <p className={page.note}>{t("hash.note")}</p>
      </header>
      <Chooser />
      <Switch
        label={t("hash.onlyDevice")}
        isOn={onlyOnDevice.use() === "on"}
        onChange={(isOn) => lookup.setOnlyOnDevice(isOn)}
      />
      <HashForm key={hash} hash={hash} />
      {hash === undefined ? null : <HashResult hash={hash} isSimilar={isSimilar} />}
      {state.rows.length === 0 ? null : (
        <>
          <Overview state={state} />
          <FileTable state={state} />
        </>
      )}
    </div>
  );
}

/** Handles dropped, pasted, shared and opened files, and pasted hashes. */
function useArrivals(isShared: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    void lookup.restore();
    onLaunchedFiles((files) => void lookup.add(fromList(files)));
    if (isShared) void takeShared().then((files) => lookup.add(fromList(files)));
  }, [isShared]);
  // In a layout effect, as files may be dropped as soon as the page is shown.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("dragover", (event) => event.preventDefault(), { signal });
    addEventListener("drop", (event) => receive(event, event.dataTransfer), { signal });
    addEventListener(
      "paste",
      (event) => {
        if (receive(event, event.clipboardData) || event.target instanceof HTMLInputElement) return;
        const text = event.clipboardData?.getData("text").trim() ?? "";
        if (SHA256.test(text))
          void navigate({ to: "/search_hash", search: { hash: text, shared: undefined } });
      },
      { signal },
    );
    return () => controller.abort();
  }, [navigate]);
}

/** @returns true if the transfer has files */
function receive(event: Event, transfer: DataTransfer | null): boolean {
  const files = fromTransfer(transfer, { max: MAX_FILES });
  if (files === undefined) return false;
  event.preventDefault();
  void lookup.add(files);
  return true;
}
