export { MuteCreatorButton, MutedNote, MuteTagButton } from "./MuteButton.tsx";
export { MutedItem } from "./MutedItem.tsx";
export { MutedList } from "./MutedList.tsx";
export { MuteSettings } from "./MuteSettings.tsx";
export type { Matcher, Mutes, Subject } from "./rules.ts";
export { isMuted, matcher, mutes } from "./store.ts";
export { TagMutes } from "./TagMutes.tsx";
export { useLeftOut } from "./use-left-out.ts";
export { useMuting } from "./use-muting.ts";
