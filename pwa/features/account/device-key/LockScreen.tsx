import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { errorMessage } from "../../../api/messages.ts";
import { t } from "../../../i18n/index.ts";
import { useOnline } from "../../../lib/online.ts";
import { session } from "../../../lib/session.ts";
import { flash } from "../../../lib/toast.ts";
import { finishLogout } from "../../../offline/account/call.ts";
import { askWindows, contact, openWith, unlock } from "../../../offline/device-key/device-key.ts";
import { keyFromPasskey } from "../../../offline/device-key/passkey.ts";
import { isOverdue, type KeyRecord } from "../../../offline/encryption/key-record.ts";
import button from "../../../ui/Button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Logo } from "../../../ui/Logo.tsx";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Bar } from "../../../ui/ProgressBar.tsx";
import account from "../Account.module.css";
import styles from "./LockScreen.module.css";

interface LockScreenProps {
  record: KeyRecord;
  /** The device is open, or its person goes on to the login without what is locked. */
  onDone: () => void;
  /** The device was locked out: deletes what is stored. */
  onForgotten: () => Promise<void>;
  /** Deletes what is stored. */
  onTooManyAttempts: () => Promise<void>;
}

/** In place of the app, until the person has unlocked the device. */
export function LockScreen({ record, onDone, onForgotten, onTooManyAttempts }: LockScreenProps) {
  const isOnline = useOnline();
  const [isLate, setIsLate] = useState(() => isOverdue(record, Date.now()));
  const { protection } = record;
  const reach = async () => {
    const found = await contact();
    if (found === "forgotten") await onForgotten().then(onDone);
    if (found === "ended" && isLate) onDone();
    if (found !== "made") return;
    setIsLate(false);
    if (protection === "device") open(record.key);
  };
  const open = (key: KeyRecord["key"]) => {
    openWith(key);
    onDone();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and when the connection is back
  useEffect(() => {
    if (isOnline) void reach();
  }, [isOnline]);
  useEffect(() => (isLate ? undefined : askWindows(onDone)), [isLate, onDone]);
  if (isLate)
    return (
      <Frame>
        <p>{t("lock.overdue", { days: record.offlineDays })}</p>
        <p>
          <button type="button" className={`${button.button} ${button.primary}`} onClick={() => void reach()}>
            {t("lock.connect")}
          </button>
        </p>
        {isOnline ? null : <Offline />}
      </Frame>
    );
  return (
    <Frame>
      <p className={account.soft}>{t("lock.note")}</p>
      {protection === "pin" ? (
        <PinForm onDone={onDone} onTooManyAttempts={onTooManyAttempts} />
      ) : (
        <PasskeyButton record={record} onKey={open} />
      )}
      <LogInAgain protection={protection} isOnline={isOnline} onDone={onDone} />
      {isOnline ? null : <Offline />}
    </Frame>
  );
}

function Frame({ title = t("lock.title"), children }: { title?: string; children: ReactNode }) {
  return (
    <main className={styles.screen}>
      <div className={account.narrow}>
        <span className={styles.logo}>
          <Logo size={56} />
        </span>
        <PageHeading title={title} />
        {children}
      </div>
    </main>
  );
}

interface LogInAgainProps extends Pick<LockScreenProps, "onDone"> {
  protection: KeyRecord["protection"];
  isOnline: boolean;
}

/** Ends the session before the login: with one, the archive gives the key without asking for the password. */
function LogInAgain({ protection, isOnline, onDone }: LogInAgainProps) {
  const [problem, setProblem] = useState<string>();
  const leave = async () => {
    setProblem(undefined);
    session.set("leaving");
    try {
      await finishLogout();
      onDone();
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  return (
    <>
      <p className={account.soft}>{t("lock.forgot", { protection })}</p>
      <p>
        <button type="button" className={button.button} disabled={!isOnline} onClick={() => void leave()}>
          {t("lock.logInAgain")}
        </button>
      </p>
      <p className={account.problem} role="alert">
        {problem}
      </p>
    </>
  );
}

function Offline() {
  return (
    <p className={account.soft} role="status">
      {t("account.needsConnection")}
    </p>
  );
}

function PinForm({ onDone, onTooManyAttempts }: Pick<LockScreenProps, "onDone" | "onTooManyAttempts">) {
  const [pin, setPin] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || pin === "") return;
    setIsBusy(true);
    setProblem(undefined);
    const attempt = await unlock(pin);
    setIsBusy(false);
    setPin("");
    if (attempt === "unlocked") return onDone();
    if (attempt !== "gone") return setProblem(t("lock.wrongPin", attempt));
    await onTooManyAttempts();
    flash({ text: t("lock.gone") });
    onDone();
  };
  return (
    <form className={account.form} onSubmit={(event) => void submit(event)} aria-busy={isBusy}>
      <Field
        name="pin"
        label={t("lock.pin")}
        type="password"
        autoComplete="off"
        autoFocus
        value={pin}
        problem={problem}
        onChange={({ target }) => setPin(target.value)}
      />
      <button type="submit" className={`${button.button} ${button.primary}`} aria-disabled={isBusy}>
        {t(isBusy ? "lock.unlocking" : "lock.unlock")}
      </button>
    </form>
  );
}

function PasskeyButton({ record, onKey }: { record: KeyRecord; onKey: (key: KeyRecord["key"]) => void }) {
  const [problem, setProblem] = useState<string>();
  const ask = async () => {
    setProblem(undefined);
    const key = await keyFromPasskey(record).catch(() => undefined);
    if (key === undefined) setProblem(t("lock.passkeyFailed"));
    else onKey(key);
  };
  return (
    <>
      <p>
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          // biome-ignore lint/a11y/noAutofocus: the only thing to do here
          autoFocus
          onClick={() => void ask()}
        >
          {t("lock.usePasskey")}
        </button>
      </p>
      <p className={account.problem} role="alert">
        {problem}
      </p>
    </>
  );
}

/** @param share that is done, from 0 to 1 */
export function Encrypting({ share }: { share: number }) {
  return (
    <Frame title={t("lock.encrypting")}>
      <Bar label={t("lock.encrypting")} done={share} of={1} />
    </Frame>
  );
}
