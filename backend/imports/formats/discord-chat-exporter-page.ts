/**
 * Reads an HTML export of DiscordChatExporter as a stream, in the shape of its JSON exports. Ids of messages hold their
 * dates, since those on the page are in a format of the person who exported it.
 */
import { DomHandler, DomUtils, Parser } from "htmlparser2";
import type { z } from "zod";
import type { ExportedMessage, ExportHead } from "./discord-chat-exporter-file.ts";
import { type Entry, type Folder, ReadError } from "./lib/format.ts";
import { elementsOfClass } from "./lib/html-elements.ts";

type Nodes = DomHandler["dom"];
type Element = ReturnType<typeof elementsOfClass>[number];
type Message = z.input<typeof ExportedMessage>;

/** Generous limit for styles, the head and two messages. */
const HEAD_BYTES = 1024 * 1024;
/** Start of Discord's time: ids count milliseconds from it, above 22 bits of other numbers. */
const EPOCH_MS = 1_420_070_400_000n;
const SECTIONS = ["preamble", "chatlog__message-group", "postamble"] as const;
type Section = (typeof SECTIONS)[number];

export const isPage = (name: string) => /\.html?$/i.test(name);

/** Yields the sections of a page as they end. @throws ReadError where the page ends before its end */
async function* sections(
  folder: Folder,
  entry: Entry,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ section: Section; nodes: Nodes }> {
  let found: { section: Section; nodes: Nodes }[] = [];
  let open: { section: Section; handler: DomHandler; depth: number } | undefined;
  let isWhole = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const classes = attributes["class"]?.split(/\s+/) ?? [];
      const section = open === undefined ? SECTIONS.find((one) => classes.includes(one)) : undefined;
      if (section !== undefined) open = { section, handler: new DomHandler(), depth: 0 };
      if (open === undefined) return;
      open.depth += 1;
      open.handler.onopentag(name, attributes);
    },
    ontext: (text) => open?.handler.ontext(text),
    onclosetag: () => {
      if (open === undefined) return;
      open.handler.onclosetag();
      open.depth -= 1;
      if (open.depth > 0) return;
      isWhole ||= open.section === "postamble";
      found.push({ section: open.section, nodes: open.handler.dom });
      open = undefined;
    },
  });
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of folder.bytes(entry)) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield* found;
    found = [];
    bytes += chunk.length;
    if (bytes >= maxBytes) return;
  }
  if (!isWhole) throw new ReadError("ends before its end: the export was aborted, or the file is cut off");
}

/**
 * Reads the part before the messages, and the order of the messages. The id of the server is empty where the page does not
 * name it.
 * @returns undefined if the file is not an export, or has no message
 */
export async function readPageHead(
  folder: Folder,
  entry: Entry,
): Promise<(ExportHead & { ids: string[] }) | undefined> {
  // The name of the file has the channel's id.
  const id = /\[(\d+)\]/.exec(entry.name)?.[1];
  if (id === undefined) return undefined;
  let head: ExportHead | undefined;
  const ids: string[] = [];
  try {
    for await (const { section, nodes } of sections(folder, entry, HEAD_BYTES)) {
      if (section === "preamble") head = headOf(nodes, id);
      if (section === "chatlog__message-group")
        ids.push(...messagesIn(nodes).map((one) => one.attribs["data-message-id"] ?? ""));
      if (ids.length >= 2) break;
    }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error; // a truncated export still has its head
  }
  return head && ids.length > 0 ? { ...head, ids } : undefined;
}

/** Yields all messages in the order of the file. @throws ReadError if it is truncated */
export async function* readPage(folder: Folder, entry: Entry): AsyncGenerator<Message> {
  for await (const { section, nodes } of sections(folder, entry))
    if (section === "chatlog__message-group") yield* messagesOf(nodes);
}

function headOf(nodes: Nodes, id: string): ExportHead {
  const [guild, channel, topic] = elementsOfClass(nodes, "preamble__entry").map(textOf);
  const iconUrl = elementsOfClass(nodes, "preamble__guild-icon")[0]?.attribs["src"];
  const parts = (channel ?? "").split(" / ");
  return {
    guild: { id: /\/icons\/(\d+)\//.exec(iconUrl ?? "")?.[1] ?? "", name: guild ?? "", iconUrl },
    channel: { id, name: parts.at(-1) ?? "", ...(topic && { topic }) },
  };
}

const messagesIn = (nodes: Nodes) =>
  DomUtils.getElements({ "data-message-id": (value) => value !== undefined }, nodes, true).filter(
    DomUtils.isTag,
  );

/** Only the first message of a group names the author. */
function* messagesOf(nodes: Nodes): Generator<Message> {
  let author: Message["author"] | undefined;
  for (const element of messagesIn(nodes)) {
    author = authorOf(element) ?? author ?? authorOf({ children: nodes });
    const id = element.attribs["data-message-id"] ?? "";
    yield {
      id,
      timestamp: dateOf(id),
      content: contentOf(element),
      author: author ?? { id: "0", name: "Unknown" },
      attachments: elementsOfClass([element], "chatlog__attachment").flatMap(attachmentOf),
      embeds: elementsOfClass([element], "chatlog__embed").flatMap(embedOf),
      stickers: elementsOfClass([element], "chatlog__sticker").map(stickerOf),
      reactions: elementsOfClass([element], "chatlog__reaction").map(reactionOf),
      inlineEmojis: [
        ...elementsOfClass([element], "chatlog__emoji"),
        ...elementsOfClass([element], "emoji"),
      ].map(({ attribs }) => ({ name: attribs["alt"], imageUrl: attribs["src"] })),
      reference: referenceOf(element),
      isPinned: element.attribs["class"]?.includes("--pinned") === true,
    };
  }
}

const dateOf = (id: string) =>
  /^\d+$/.test(id) ? new Date(Number((BigInt(id) >> 22n) + EPOCH_MS)).toISOString() : "";

function authorOf({ children }: { children: Nodes }): Message["author"] | undefined {
  const named = ["chatlog__author", "chatlog__author-name", "chatlog__system-notification-author"];
  const element = named
    .flatMap((name) => elementsOfClass(children, name))
    .find(({ attribs }) => attribs["data-user-id"]);
  const id = element?.attribs["data-user-id"];
  if (element === undefined || id === undefined) return undefined;
  const shown = textOf(element);
  // Until 2023, names had four digits.
  const [, name = shown, discriminator] =
    /^(.*?)(?:#(\d{4}))?$/.exec(element.attribs["title"] ?? shown) ?? [];
  const isBot = ["chatlog__author-tag", "chatlog__bot-label", "chatlog__bot-tag"].some(
    (one) => elementsOfClass(children, one).length > 0,
  );
  const [avatar] = ["chatlog__avatar", "chatlog__author-avatar"].flatMap((one) =>
    elementsOfClass(children, one),
  );
  const avatarUrl = avatar?.attribs["src"];
  return { id, name, nickname: shown, avatarUrl, ...(discriminator && { discriminator }), isBot };
}

function contentOf(message: Element): string {
  const notice = elementsOfClass([message], "chatlog__system-notification-content")[0];
  if (notice !== undefined) return textOf(notice).replace(/\s+/g, " ");
  const content = elementsOfClass([message], "chatlog__content")[0];
  if (content === undefined) return "";
  for (const edited of elementsOfClass([content], "chatlog__edited-timestamp"))
    DomUtils.removeElement(edited);
  return textOf(content);
}

/** Text of a node, as JSON exports have it: emoji of Discord as `:name:`. */
function textOf(node: Nodes[number]): string {
  return plainText(node).trim();
}

function plainText(node: Nodes[number]): string {
  if (DomUtils.isText(node)) return node.data;
  if (!DomUtils.hasChildren(node)) return "";
  if (DomUtils.isTag(node) && node.name === "br") return "\n";
  if (DomUtils.isTag(node) && node.name === "img") {
    const { alt = "", title } = node.attribs;
    return alt === title ? `:${alt}:` : alt;
  }
  return node.children.map(plainText).join("");
}

function attachmentOf(element: Element): NonNullable<Message["attachments"]> {
  const media = DomUtils.findOne(
    ({ name, attribs }) => ["img", "source"].includes(name) && !!attribs["src"],
    [element],
  );
  const link = DomUtils.findOne(({ name }) => name === "a", [element]);
  const url = media?.attribs["src"] ?? link?.attribs["href"];
  if (!url) return [];
  // `Image: map.png (9 bytes)`, in 2020 `Attachment: brushes.zip (2 MB)`; other files have their name in the link.
  const text = media?.attribs["title"] ?? (media === null && link !== null ? textOf(link) : "");
  const name = /^\w+: (.*) \([^()]*\)$/s.exec(text)?.[1] ?? (media === null ? text : "");
  const path = url.split("?")[0] ?? url;
  return [
    { id: url, url, fileName: name || decodeURIComponentSafely(path.slice(path.lastIndexOf("/") + 1)) },
  ];
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function embedOf(element: Element): NonNullable<Message["embeds"]> {
  const textIn = (name: string) => elementsOfClass([element], name).map(textOf)[0] || undefined;
  const image = DomUtils.findOne(
    ({ name, attribs }) => ["img", "source"].includes(name) && !!attribs["src"],
    [element],
  );
  const embed = {
    title: textIn("chatlog__embed-title"),
    description: textIn("chatlog__embed-description"),
    url: elementsOfClass([element], "chatlog__embed-title-link")[0]?.attribs["href"],
    author: { name: textIn("chatlog__embed-author") },
    ...(image?.attribs["src"] && { image: { url: image.attribs["src"] } }),
  };
  return embed.title || embed.description || embed.url || image ? [embed] : [];
}

function stickerOf(element: Element) {
  const source = DomUtils.findOne(({ attribs }) => !!(attribs["src"] ?? attribs["data-source"]), [element]);
  return {
    name: element.attribs["title"] ?? "Sticker",
    sourceUrl: source?.attribs["src"] ?? source?.attribs["data-source"],
  };
}

function reactionOf(element: Element) {
  const emoji = DomUtils.findOne(({ name }) => name === "img", [element]);
  const count = elementsOfClass([element], "chatlog__reaction-count").map(textOf)[0];
  return { emoji: { name: emoji?.attribs["alt"] ?? "" }, count: Number(count) || 1 };
}

function referenceOf(element: Element): Message["reference"] {
  const [link] = ["chatlog__reply-link", "chatlog__reference-link"].flatMap((name) =>
    elementsOfClass([element], name),
  );
  const messageId = /'(\d+)'/.exec(link?.attribs["onclick"] ?? "")?.[1];
  return messageId === undefined ? undefined : { messageId };
}
