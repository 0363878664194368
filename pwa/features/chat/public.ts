export { Attachments } from "./Attachments.tsx";
export { ChannelsView, ChannelView } from "./ChannelView.tsx";
export type { Channel } from "./channels.ts";
export type { Chat, Said } from "./chat.ts";
export { MessagesSkeleton } from "./Messages.tsx";
