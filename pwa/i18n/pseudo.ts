/** Changes every letter of compiled messages: "[Ṕøšŧš]" comes from the catalog, "Posts" does not. */
import type { Messages } from "@lingui/core";

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CHANGED = "áƀčďéƒǧħíĵķłɱñóṕɋřšŧúṽŵẋýžÁƁČĎÉƑǦĦÍĴĶŁṀÑÓṔɊŘŠŦÚṼŴẊÝŽ";
const letters = new Map([...PLAIN].map((letter, at) => [letter, [...CHANGED][at] ?? letter]));

const change = (text: string) =>
  text.replace(/<\/?\w+\/?>|[A-Za-z]/g, (part) => (part.length > 1 ? part : (letters.get(part) ?? part)));

export function pseudo(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [id, changed(message)]),
  ) as Messages;
}

/** Changes the text of a message, not placeholder names and plural forms. */
function changed(message: unknown): unknown {
  if (typeof message === "string") return change(message);
  if (!Array.isArray(message)) return message;
  return message.map((token: unknown) => {
    if (typeof token === "string") return change(token);
    if (!Array.isArray(token)) return token;
    const [name, format, forms] = token as [string, string?, unknown?];
    if (typeof forms !== "object" || forms === null) return token;
    return [
      name,
      format,
      Object.fromEntries(
        Object.entries(forms).map(([form, text]) => [form, form === "offset" ? text : changed(text)]),
      ),
    ];
  });
}
