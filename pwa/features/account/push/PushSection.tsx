import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PushSettings } from "#shared/contracts/push.ts";
import { PUSH_TIMINGS } from "#shared/rules/push.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { deviceZone } from "../../../lib/device-zone.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import page from "../../../ui/Page.module.css";
import { refusalText } from "../messages.ts";
import { pushQuery } from "./api.ts";
import { canPush, PushDeniedError, turnOff, turnOn } from "./device.ts";
import styles from "./Push.module.css";

const DEFAULTS = { timing: "at_once", hour: 9, quiet_from: 22, quiet_to: 7 } as const;

/** Settings of notifications about new posts of favorites on this device. */
export function PushSection() {
  return (
    <section className={styles.part} aria-labelledby="push">
      <h2 id="push">{t("push.title")}</h2>
      <p className={styles.soft}>{t("push.about")}</p>
      {canPush() ? <Push /> : <p>{t(isSecureContext ? "push.unsupported" : "push.needsHttps")}</p>}
    </section>
  );
}

function Push() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(pushQuery());
  const refresh = {
    scope: { id: "push" }, // one after the other: two at once may reach the server in the wrong order
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries(pushQuery()),
  };
  const on = useMutation({ mutationFn: change, ...refresh });
  const off = useMutation({ mutationFn: turnOff, ...refresh });
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status" aria-label={t("push.loading")} className={`${styles.ghost} ${page.skeleton}`} />
    );
  const { public_key: key, subscription } = data;
  const isPending = on.isPending || off.isPending;
  const failure = on.error ?? off.error;
  return (
    <>
      {subscription === null ? null : (
        <Times
          settings={on.isPending ? on.variables.settings : subscription}
          onChange={(settings) => on.mutate({ key, settings })}
        />
      )}
      <p>
        <button
          type="button"
          className={subscription === null ? `${button.button} ${button.primary}` : button.button}
          disabled={isPending}
          onClick={() => {
            on.reset();
            off.reset();
            if (subscription === null) on.mutate({ key, settings: { ...DEFAULTS, zone: deviceZone() } });
            else off.mutate();
          }}
        >
          {t(subscription === null ? "push.turnOn" : "push.turnOff")}
        </button>
      </p>
      <p className={styles.problem} role="alert">
        {failure === null ? null : problemOf(failure)}
      </p>
    </>
  );
}

const change = ({ key, settings }: { key: string; settings: PushSettings }) => turnOn(key, settings);

function problemOf(error: unknown): string {
  if (error instanceof PushDeniedError) return t("push.denied");
  return error instanceof DOMException ? t("push.failed") : refusalText(error);
}

interface TimesProps {
  settings: PushSettings;
  onChange: (settings: PushSettings) => void;
}

function Times({ settings, onChange }: TimesProps) {
  const set = (part: Partial<PushSettings>) => onChange({ ...settings, ...part, zone: deviceZone() });
  return (
    <>
      <Choice
        label={t("push.when")}
        value={settings.timing}
        options={PUSH_TIMINGS.map((value) => ({ value, label: t("push.timing", { value }) }))}
        onChoose={(timing) => set({ timing })}
      />
      {settings.timing === "daily" ? (
        <div className={styles.hours}>
          <Hour label={t("push.hour")} value={settings.hour} onChoose={(hour) => set({ hour })} />
        </div>
      ) : (
        <>
          <div className={styles.hours}>
            <Hour
              label={t("push.quietFrom")}
              value={settings.quiet_from}
              onChoose={(hour) => set({ quiet_from: hour })}
            />
            <Hour
              label={t("push.quietTo")}
              value={settings.quiet_to}
              onChoose={(hour) => set({ quiet_to: hour })}
            />
          </div>
          <p className={styles.soft}>{t("push.quietNote")}</p>
        </>
      )}
    </>
  );
}

interface HourProps {
  label: string;
  value: number;
  onChoose: (hour: number) => void;
}

function Hour({ label, value, onChoose }: HourProps) {
  const [hours] = useState(() => Array.from({ length: 24 }, (_, hour) => hour));
  return (
    <label className={button.label}>
      {label}
      <select
        className={button.field}
        value={value}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {`${String(hour).padStart(2, "0")}:00`}
          </option>
        ))}
      </select>
    </label>
  );
}
