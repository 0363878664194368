import { base64Decoded, jsonFields, urlDecoded } from "./key-formats.ts";
import type { ServiceInfo } from "./service.ts";

export const candfans: ServiceInfo = {
  title: "CandFans",
  color: "#9d44cc",
  profileUrl: "https://candfans.jp/{user}",
  postUrl: "https://candfans.jp/posts/comment/show/{post}",
  postLink: null,
  rewritesLinks: false,
  tabs: ["tags"],
  cardImage: "attachments",
  key: { place: "cookieEnding", name: "candfans_session" },
  importForm: { session_key: { check: keyProblem } },
};

/** A Laravel cookie: Base64 of JSON, often URL-encoded. */
function keyProblem(text: string) {
  const fields = jsonFields(base64Decoded(urlDecoded(text)));
  if (fields === undefined) return "notDecodable";
  return ["mac", "iv", "tag", "value"].every((name) => typeof fields[name] === "string")
    ? undefined
    : "values";
}
