import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { muteAll, toggleMute, useIsMuted } from "./actions.ts";
import styles from "./Mutes.module.css";
import type { MutedCreator } from "./rules.ts";
import { isMuted, type Mute, mutes } from "./store.ts";

export interface MuteCreatorButtonProps {
  creator: MutedCreator;
  /** Icon only on narrow screens. */
  isNarrow?: boolean;
  /** Profiles linked to the creator. */
  others?: (() => Promise<MutedCreator[]>) | undefined;
}

export function MuteCreatorButton({ creator, isNarrow = false, others }: MuteCreatorButtonProps) {
  const mute: Mute = { kind: "creator", creator };
  const isMuted = useIsMuted(mute);
  const label = t(isMuted ? "mutes.unmuteCreator" : "mutes.muteCreator");
  return (
    <button
      type="button"
      className={`${button.button} ${isNarrow ? styles.narrow : ""}`}
      title={isNarrow ? label : undefined}
      onClick={() => toggleMute(mute, others)}
    >
      <Icon name="mute" size={18} />
      <span className={styles.word}>{label}</span>
    </button>
  );
}

/** Mutes all profiles of a person. */
export function MuteAllButton({ creators }: { creators: readonly MutedCreator[] }) {
  const now = mutes.use();
  const isMutedAll = creators.every((creator) => isMuted({ kind: "creator", creator }, now));
  return (
    <button type="button" className={button.button} onClick={() => muteAll(creators, !isMutedAll)}>
      <Icon name="mute" size={18} />
      {t(isMutedAll ? "mutes.unmuteAll" : "mutes.muteAll")}
    </button>
  );
}

/** Mute button beside a tag. */
export function MuteTagButton({ tag }: { tag: string }) {
  const mute: Mute = { kind: "tag", text: tag };
  const isMuted = useIsMuted(mute);
  const label = t(isMuted ? "mutes.unmuteTag" : "mutes.muteTag", { tag });
  return (
    <button
      type="button"
      className={styles.sign}
      aria-label={label}
      title={label}
      data-muted={isMuted || undefined}
      onClick={() => toggleMute(mute)}
    >
      <Icon name={isMuted ? "eyeOff" : "mute"} size={18} />
    </button>
  );
}

/** Notice on the pages of a muted creator, which show everything. */
export function MutedNote({ creator }: { creator: MutedCreator }) {
  const mute: Mute = { kind: "creator", creator };
  if (!useIsMuted(mute)) return null;
  return (
    <p className={styles.own}>
      <Icon name="mute" size={18} />
      {t("mutes.ownPage")}
      <button type="button" className={styles.link} onClick={() => toggleMute(mute)}>
        {t("mutes.unmute")}
      </button>
    </p>
  );
}
