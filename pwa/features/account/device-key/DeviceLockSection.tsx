import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage } from "../../../api/messages.ts";
import { t } from "../../../i18n/index.ts";
import { deviceCiphers } from "../../../lib/device-ciphers.ts";
import { flash } from "../../../lib/toast.ts";
import { lockDevice, protectDevice } from "../../../offline/device-key/device-key.ts";
import { createPasskeyLock, NoPasskeySecretError } from "../../../offline/device-key/passkey.ts";
import {
  type KeyLock,
  type KeyRecord,
  lockWithPin,
  MIN_PIN_LENGTH,
  OFFLINE_DAYS,
  PROTECTIONS,
  type Protection,
  withoutLock,
} from "../../../offline/encryption/key-record.ts";
import { readKeyRecord } from "../../../offline/encryption/key-store.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SITE_NAME } from "../../../ui/PageHeading.tsx";
import styles from "../Account.module.css";
import { canUsePasskeys, passkeyProblem } from "../passkeys.ts";
import lock from "./DeviceLock.module.css";

const QUERY = ["device-lock"];

/** Choice of what the app asks for when it starts on this device, in an archive for members. */
export function DeviceLockSection() {
  const { data: record } = useQuery({
    queryKey: QUERY,
    queryFn: async () => (await readKeyRecord()) ?? null,
    networkMode: "always",
    gcTime: 0,
  });
  const ciphers = deviceCiphers();
  if (record == null || ciphers === undefined) return null;
  return (
    <section className={lock.section} aria-labelledby="lock">
      <h2 id="lock">{t("lock.section")}</h2>
      <p className={styles.soft}>{t("lock.sectionNote")}</p>
      <ProtectionChoice record={record} deviceKey={ciphers.key} />
      <OfflineChoice record={record} />
      {record.protection === "device" ? null : (
        <p>
          <button type="button" className={button.button} onClick={lockDevice}>
            {t("lock.lockNow")}
          </button>
        </p>
      )}
      <Limits />
    </section>
  );
}

/** @returns a function that stores a change, and shows that it is stored */
function useChange() {
  const client = useQueryClient();
  return async (change: KeyLock | Pick<KeyRecord, "offlineDays">) => {
    await protectDevice(change);
    await client.invalidateQueries({ queryKey: QUERY });
    flash({ text: t("lock.changed") });
  };
}

function ProtectionChoice({ record, deviceKey }: { record: KeyRecord; deviceKey: KeyRecord["key"] }) {
  const change = useChange();
  const [wanted, setWanted] = useState<Protection>();
  const [problem, setProblem] = useState<string>();
  const choose = async (protection: Protection) => {
    setProblem(undefined);
    setWanted(protection);
    if (protection === "pin") return; // the form asks for it
    try {
      if (protection === "device") await change(withoutLock(deviceKey));
      else await change(await createPasskeyLock(deviceKey, SITE_NAME));
    } catch (error) {
      const isUnable = error instanceof NoPasskeySecretError;
      setProblem(isUnable ? t("lock.passkeyImpossible") : passkeyProblem(error));
    }
    setWanted(undefined);
  };
  return (
    <>
      <Choice
        label={t("lock.asks")}
        value={wanted ?? record.protection}
        options={PROTECTIONS.filter((one) => one !== "passkey" || canUsePasskeys()).map((value) => ({
          value,
          label: t("lock.protection", { protection: value }),
        }))}
        onChoose={(protection) => void choose(protection)}
      />
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      {wanted === "pin" ? (
        <NewPin
          onPin={async (pin) => {
            await change(await lockWithPin(deviceKey, pin));
            setWanted(undefined);
          }}
          onCancel={() => setWanted(undefined)}
        />
      ) : record.protection === "pin" ? (
        <p>
          <button type="button" className={button.button} onClick={() => setWanted("pin")}>
            {t("lock.changePin")}
          </button>
        </p>
      ) : null}
    </>
  );
}

function NewPin({ onPin, onCancel }: { onPin: (pin: string) => Promise<void>; onCancel: () => void }) {
  const [problems, setProblems] = useState<{ pin?: string; again?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const values = new FormData(event.currentTarget);
    const pin = String(values.get("pin"));
    if (pin.length < MIN_PIN_LENGTH)
      return setProblems({ pin: t("lock.pinTooShort", { count: MIN_PIN_LENGTH }) });
    if (pin !== values.get("again")) return setProblems({ again: t("lock.pinsDiffer") });
    setProblems({});
    setIsBusy(true);
    try {
      await onPin(pin);
    } catch (error) {
      setIsBusy(false);
      setProblems({ again: errorMessage(error) });
    }
  };
  return (
    <form className={styles.tokenForm} onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
      <Field
        name="pin"
        label={t("lock.newPin")}
        hint={t("lock.pinHint", { count: MIN_PIN_LENGTH })}
        type="password"
        autoComplete="off"
        autoFocus
        problem={problems.pin}
      />
      <Field
        name="again"
        label={t("lock.repeatPin")}
        type="password"
        autoComplete="off"
        problem={problems.again}
      />
      <p className={styles.actions}>
        <button type="submit" className={`${button.button} ${button.primary}`} aria-disabled={isBusy}>
          {t("lock.setPin")}
        </button>
        <button type="button" className={button.button} onClick={onCancel}>
          {t("account.cancel")}
        </button>
      </p>
    </form>
  );
}

function OfflineChoice({ record }: { record: KeyRecord }) {
  const change = useChange();
  const [chosen, setChosen] = useState(record.offlineDays);
  const choose = async (days: number) => {
    setChosen(days);
    await change({ offlineDays: days }).catch(() => setChosen(record.offlineDays)); // nothing was stored
  };
  return (
    <Choice
      label={t("lock.offline")}
      note={t("lock.offlineNote")}
      value={String(chosen)}
      options={OFFLINE_DAYS.map((days) => ({ value: String(days), label: t("lock.offlineDays", { days }) }))}
      onChoose={(days) => void choose(Number(days))}
    />
  );
}

const LIMITS = [
  "lock.limitOpen",
  "lock.limitSession",
  "lock.limitDevice",
  "lock.limitPin",
  "lock.limitRest",
  "lock.limitServer",
] as const;

function Limits() {
  return (
    <details>
      <summary>{t("lock.limits")}</summary>
      <ul>
        {LIMITS.map((limit) => (
          <li key={limit}>{t(limit)}</li>
        ))}
      </ul>
    </details>
  );
}
