/** Chat markup in plain text: mentions, channels, emoji and times. */

export type ChatPiece =
  | { kind: "text"; text: string }
  | { kind: "user" | "channel" | "role"; id: string }
  | { kind: "emoji"; name: string }
  | { kind: "time"; seconds: number };

const MARK =
  /<@!?(\d{1,20})>|<#(\d{1,20})>|<@&(\d{1,20})>|<a?:(\w{1,40}):\d{1,20}>|<t:(-?\d{1,11})(?::[a-z])?>/gi;

/** Splits a text at its markup, in order. */
export function splitMarks(text: string): ChatPiece[] {
  const pieces: ChatPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > at) pieces.push({ kind: "text", text: text.slice(at, match.index) });
    pieces.push(pieceOf(match));
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ kind: "text", text: text.slice(at) });
  return pieces;
}

function pieceOf([, user, channel, role, emoji, time]: RegExpMatchArray): ChatPiece {
  if (user !== undefined) return { kind: "user", id: user };
  if (channel !== undefined) return { kind: "channel", id: channel };
  if (role !== undefined) return { kind: "role", id: role };
  if (emoji !== undefined) return { kind: "emoji", name: emoji };
  return { kind: "time", seconds: Number(time) };
}

/** Renders the text readably without knowing channel and role names. @param names of people by id */
export function withoutChatMarks(text: string, names: ReadonlyMap<string, string>): string {
  return splitMarks(text)
    .map((piece) => {
      if (piece.kind === "text") return piece.text;
      if (piece.kind === "emoji") return `:${piece.name}:`;
      if (piece.kind === "user") return `@${names.get(piece.id) ?? "…"}`;
      return piece.kind === "channel" ? "#…" : "…";
    })
    .join("");
}
