import { t } from "../../../i18n/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import type { MutedCreator } from "./rules.ts";
import { isMuted, type Mute, mutes } from "./store.ts";

/** Mute icon in the corner of a creator's card. Its action is loaded on press, to render cards sooner. */
export function MuteSign({ creator, className }: { creator: MutedCreator; className: string | undefined }) {
  const mute: Mute = { kind: "creator", creator };
  const label = t("creators.mute", { muted: String(isMuted(mute, mutes.use())), name: creator.name });
  // If the code fails to load, as while offline, another press retries.
  const press = () => void import("./actions.ts").then(({ toggleMute }) => toggleMute(mute)).catch(() => {});
  return (
    <button type="button" className={className} aria-label={label} title={label} onClick={press}>
      <span>
        <Icon name="mute" size={18} />
      </span>
    </button>
  );
}
