/** What chat servers and communities have in common: channels of messages by people, in one design. */
import type { QueryKey } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { FoundMessages, MessagePlace } from "#shared/entities/chat.ts";
import type { Context } from "../../offline/cache/cached.ts";
import type { Channel } from "./channels.ts";
import type { Order } from "./paging.ts";

export interface Author {
  id: string;
  /** Empty where nobody wrote one down. */
  name: string;
  role?: string | null;
}

/** One message; `source` is as the archive has it. */
export interface Said<M = unknown> {
  id: string;
  author: Author;
  published: string;
  source: M;
  /** Oldest first. */
  replies: readonly Said<M>[];
}

export interface Options<T> {
  queryKey: QueryKey;
  queryFn: (context: Context) => Promise<T>;
}

/** A chat server or a creator's community. Methods, so that screens need not know what messages are made of. */
export interface Chat<M = unknown> {
  service: string;
  /** Of the server or the creator. */
  id: string;
  channels: readonly Channel[];
  /** Which end pages are counted from. */
  order: Order;
  link(channel?: string, message?: string): Pick<LinkProps, "to" | "params">;
  /** A page as the archive has it. */
  messages(channel: string, offset: number): Options<M[]>;
  /** The same as it is read: oldest first. */
  said(page: M[]): Said<M>[];
  place(channel: string, message: string): Options<Pick<MessagePlace, "seq">>;
  day(channel: string, day: string): Promise<MessagePlace>;
  search(q: string, channel: string | undefined, o: string | undefined): Options<FoundMessages>;
  /** Names by id, where messages name people by their ids. */
  names?(page: M[]): ReadonlyMap<string, string>;
  /** What a message says. */
  body(said: Said<M>): ReactNode;
}
