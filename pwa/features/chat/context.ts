import { createContext, useContext } from "react";
import type { Channel } from "./channels.ts";

/** What every message of a page needs to read its marks. */
export interface ChatContext {
  serverId: string;
  channelId: string;
  channels: readonly Channel[];
  names: ReadonlyMap<string, string>;
}

export const ChatContext = createContext<ChatContext>({
  serverId: "",
  channelId: "",
  channels: [],
  names: new Map(),
});

export function useChat(): ChatContext {
  return useContext(ChatContext);
}
