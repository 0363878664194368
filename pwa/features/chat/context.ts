import { createContext, useContext } from "react";
import type { Chat } from "./chat.ts";

/** What every message of a page needs to read its marks. */
export interface ChatContext {
  chat: Chat | undefined;
  channelId: string;
  names: ReadonlyMap<string, string>;
}

export const ChatContext = createContext<ChatContext>({ chat: undefined, channelId: "", names: new Map() });

export function useChat(): ChatContext {
  return useContext(ChatContext);
}
