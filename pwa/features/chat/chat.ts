/** Common model of chat servers and communities: channels of messages. */
import type { QueryKey } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { FoundMessages, MessagePlace } from "#shared/entities/chat.ts";
import type { Context } from "../../offline/cache/cached.ts";
import type { Channel } from "./channels.ts";
import type { Order } from "./paging.ts";

export interface Author {
  id: string;
  /** Empty if unknown. */
  name: string;
  role?: string | null;
}

/** One message; `source` is the record of the API. */
export interface ChatMessage<M = unknown> {
  id: string;
  author: Author;
  published: string;
  source: M;
  /** Oldest first. */
  replies: readonly ChatMessage<M>[];
}

export interface Options<T> {
  queryKey: QueryKey;
  queryFn: (context: Context) => Promise<T>;
}

/** A chat server or a creator's community, so that screens do not depend on the kind of messages. */
export interface Chat<M = unknown> {
  service: string;
  /** Id of the server or the creator. */
  id: string;
  channels: readonly Channel[];
  /** End that page offsets are counted from. */
  order: Order;
  link(channel?: string, message?: string): Pick<LinkProps, "to" | "params">;
  /** A page as the API returns it. */
  messages(channel: string, offset: number): Options<M[]>;
  /** Converts a page, oldest first. */
  parse(page: M[]): ChatMessage<M>[];
  place(channel: string, message: string): Options<Pick<MessagePlace, "seq">>;
  day(channel: string, day: string): Promise<MessagePlace>;
  search(q: string, channel: string | undefined, o: string | undefined): Options<FoundMessages>;
  /** Names by id, if messages mention users by id. */
  names?(page: M[]): ReadonlyMap<string, string>;
  /** Renders the content of a message. */
  body(message: ChatMessage<M>): ReactNode;
}
