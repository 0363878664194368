import { createContext, useContext } from "react";
import type { Chat } from "./chat.ts";

/** Context of the messages on a page. */
export interface ChatContext {
  chat: Chat | undefined;
  channelId: string;
  names: ReadonlyMap<string, string>;
}

export const ChatContext = createContext<ChatContext>({ chat: undefined, channelId: "", names: new Map() });

export function useChat(): ChatContext {
  return useContext(ChatContext);
}
