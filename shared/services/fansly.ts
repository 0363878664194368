import { base64Decoded, jsonFields } from "./key-formats.ts";
import type { ServiceInfo } from "./service.ts";

export const fansly: ServiceInfo = {
  title: "Fansly",
  color: "#2699f7",
  profileUrl: "https://fansly.com/{user}",
  postUrl: "https://fansly.com/post/{post}",
  postLink: /^fansly\.com\/post\/(\d+)/,
  rewritesLinks: false,
  tabs: ["tags"],
  cardImage: "attachments",
  key: { place: "header", name: "authorization" },
  importForm: { session_key: { check: keyProblem } },
};

/** The token itself, or Base64 of the JSON that the site stores. */
function keyProblem(text: string) {
  if (text.length === 71) return /^[0-9a-z]+$/i.test(text) ? undefined : "pattern";
  const fields = jsonFields(base64Decoded(text));
  if (fields === undefined) return "notJson";
  return typeof fields["token"] === "string" ? undefined : "noToken";
}
