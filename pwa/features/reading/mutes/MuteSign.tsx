import { t } from "../../../i18n/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import type { MutedCreator } from "./rules.ts";
import { isMuted, type Mute, mutes } from "./store.ts";

/** In the corner of a creator's card. What it does comes when it is pressed, so that cards are there sooner. */
export function MuteSign({ creator, className }: { creator: MutedCreator; className: string | undefined }) {
  const mute: Mute = { kind: "creator", creator };
  const label = t("creators.mute", { muted: String(isMuted(mute, mutes.use())), name: creator.name });
  const press = () => void import("./actions.ts").then(({ toggleMute }) => toggleMute(mute)).catch(() => {}); // offline: it can be pressed again
  return (
    <button type="button" className={className} aria-label={label} title={label} onClick={press}>
      <span>
        <Icon name="mute" size={18} />
      </span>
    </button>
  );
}
