import { type FormEvent, type ReactNode, useRef } from "react";
import { isService, SERVICES, serviceInfo } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toggleMute } from "./actions.ts";
import styles from "./Mutes.module.css";
import { MODES } from "./rules.ts";
import { addMute, isMuted, type Mute, mutes } from "./store.ts";

/** All mutes, each with a button to unmute. */
export function MuteSettings() {
  const all = mutes.use();
  return (
    <SettingsSection title={t("mutes.title")} note={t("mutes.note")}>
      <Choice
        label={t("mutes.mode")}
        value={all.mode}
        options={MODES.map((value) => ({ value, label: t("mutes.modeName", { mode: value }) }))}
        onChoose={(mode) => mutes.set({ ...mutes.get(), mode })}
      />
      <Group title={t("mutes.words")}>
        <AddField kind="word" label={t("mutes.addWord")} />
        <p className={styles.none}>{t("mutes.wordsNote")}</p>
        <Rows of={all.words.map((text) => ({ kind: "word", text }))} />
      </Group>
      <Group title={t("mutes.tags")}>
        <AddField kind="tag" label={t("mutes.addTag")} />
        <Rows of={all.tags.map((text) => ({ kind: "tag", text }))} />
      </Group>
      <Group title={t("mutes.creators")}>
        {all.creators.length === 0 ? <p className={styles.none}>{t("mutes.noCreators")}</p> : null}
        <Rows of={all.creators.map((creator) => ({ kind: "creator", creator }))} />
      </Group>
      <Group title={t("mutes.services")}>
        <ul className={styles.services}>
          {SERVICES.map((service) => {
            const mute: Mute = { kind: "service", text: service };
            return (
              <li key={service}>
                <Switch
                  label={<bdi translate="no">{serviceInfo(service).title}</bdi>}
                  isOn={isMuted(mute, all)}
                  onChange={() => toggleMute(mute)}
                />
              </li>
            );
          })}
        </ul>
      </Group>
    </SettingsSection>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function AddField({ kind, label }: { kind: "word" | "tag"; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? "";
    if (text === "" || field.current === null) return;
    addMute({ kind, text });
    field.current.value = "";
  };
  return (
    <form className={styles.add} onSubmit={submit}>
      <input
        ref={field}
        className={button.field}
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        dir="auto"
      />
      <button type="submit" className={button.button}>
        {t("mutes.add")}
      </button>
    </form>
  );
}

function Rows({ of: rows }: { of: Mute[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className={styles.list}>
      {rows.map((mute) => {
        const name = mute.kind === "creator" ? mute.creator.name : mute.text;
        return (
          <li
            key={mute.kind === "creator" ? `${mute.creator.service}/${mute.creator.id}` : name}
            className={styles.row}
          >
            <span>
              <bdi>{name}</bdi>
              {mute.kind === "creator" ? (
                <span className={styles.none}> · {serviceName(mute.creator.service)}</span>
              ) : null}
            </span>
            <button
              type="button"
              className={styles.sign}
              aria-label={t("mutes.remove", { name })}
              title={t("mutes.remove", { name })}
              onClick={() => toggleMute(mute)}
            >
              <Icon name="close" size={18} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function serviceName(service: string): string {
  return isService(service) ? serviceInfo(service).title : service;
}
