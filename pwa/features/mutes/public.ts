export { toggleMute, useIsMuted } from "./actions.ts";
export { namedCreatorQuery } from "./api.ts";
export { MuteCreatorButton, MutedNote, MuteTagButton } from "./MuteButton.tsx";
export { MutedItem } from "./MutedItem.tsx";
export { MuteSettings } from "./MuteSettings.tsx";
export type { Subject } from "./rules.ts";
export { matcher, mutes } from "./store.ts";
export { TagMutes } from "./TagMutes.tsx";
export { type Muting, useMuting } from "./use-muting.ts";
