/** Structure of the notices and instructions; their texts are in `pwa/i18n/texts/`. */

import type { Site } from "#shared/rules/site.ts";
import type { TextId } from "../../../i18n/texts.ts";

export type Block =
  | { kind: "heading" | "text" | "note"; id: TextId }
  | { kind: "list" | "steps"; ids: TextId[] }
  | { kind: "services" | "rooms" };

export interface StaticPage {
  title: TextId;
  blocks: (site: Site) => Block[];
}

const heading = (id: TextId): Block => ({ kind: "heading", id });
const text = (id: TextId): Block => ({ kind: "text", id });
const note = (id: TextId): Block => ({ kind: "note", id });
const list = (...ids: TextId[]): Block => ({ kind: "list", ids });
const steps = (...ids: TextId[]): Block => ({ kind: "steps", ids });

export const CONTACT: StaticPage = {
  title: "contact.title",
  blocks: ({ contact, status }) => [
    text(contact === undefined ? "contact.none" : "contact.write"),
    heading("contact.before"),
    list(
      "contact.before.takedown",
      "contact.before.fault",
      "contact.before.keys",
      ...(status === undefined ? [] : (["contact.before.status"] as const)),
    ),
  ],
};

export const TAKEDOWNS: StaticPage = {
  title: "dmca.title",
  blocks: ({ contact }) => [
    text("dmca.intro"),
    heading("dmca.send"),
    list(
      "dmca.send.addresses",
      "dmca.send.work",
      "dmca.send.you",
      "dmca.send.faith",
      "dmca.send.accurate",
      "dmca.send.signature",
    ),
    heading("dmca.where"),
    text(contact === undefined ? "dmca.where.none" : "dmca.where.address"),
    heading("dmca.then"),
    list("dmca.then.deleted", "dmca.then.out", "dmca.then.saved", "dmca.then.elsewhere"),
    heading("dmca.wrong"),
    text("dmca.wrong.text"),
  ],
};

export const RECORDS: StaticPage = {
  title: "records.title",
  blocks: ({ contact }) => [
    text("records.producers"),
    text("records.kept"),
    note("records.minors"),
    ...(contact === undefined ? [] : [text("records.address")]),
  ],
};

export const LOCKED_ARCHIVES: StaticPage = {
  title: "archivePasswords.title",
  blocks: () => [
    text("archivePasswords.intro"),
    heading("archivePasswords.look"),
    list("archivePasswords.look.text", "archivePasswords.look.comments", "archivePasswords.look.page"),
    text("archivePasswords.share"),
    heading("archivePasswords.parts"),
    text("archivePasswords.parts.text"),
    note("archivePasswords.care"),
  ],
};

export const CHAT: StaticPage = {
  title: "chat.title",
  blocks: ({ community }) => [
    text("chat.intro"),
    heading("chat.matrix"),
    text("chat.matrix.what"),
    list("chat.matrix.copies", "chat.matrix.name"),
    heading("chat.care"),
    list("chat.care.keys", "chat.care.files"),
    heading("chat.rooms"),
    community.length === 0 ? text("chat.rooms.none") : { kind: "rooms" },
  ],
};

export const KEYS: StaticPage = {
  title: "keys.title",
  blocks: () => [
    note("keys.importer"),
    text("keys.what"),
    heading("keys.cookie"),
    steps("keys.step.login", "keys.step.tools", "keys.step.storage", "keys.step.copy", "keys.step.end"),
    heading("keys.header"),
    text("keys.header.text"),
    heading("keys.services"),
    { kind: "services" },
    heading("keys.discord"),
    note("keys.discord.care"),
    steps("keys.discord.open", "keys.discord.network", "keys.discord.header"),
    text("keys.discord.channels"),
  ],
};

export const FANBOX_KEY: StaticPage = {
  title: "fanbox.title",
  blocks: () => [
    note("keys.importer"),
    text("keys.what"),
    steps("fanbox.step.open", "keys.step.tools", "fanbox.step.cookies", "fanbox.step.copy", "keys.step.end"),
    text("fanbox.more"),
  ],
};
