import { jsonFields, urlDecoded } from "./key-formats.ts";
import type { ServiceInfo } from "./service.ts";

export const boosty: ServiceInfo = {
  title: "Boosty",
  color: "#fd6035",
  profileUrl: "https://boosty.to/{user}",
  postUrl: "https://boosty.to/{user}/posts/{post}",
  postLink: /^boosty\.to\/[^/]+\/posts\/([\w-]+)/,
  rewritesLinks: false,
  tabs: [],
  cardImage: "attachments",
  key: { place: "cookie", name: "auth" },
  importForm: { session_key: { check: keyProblem } },
};

const TOKEN = /[0-9a-f]{64}/i;

/** The cookie is JSON, plain or URL-encoded. */
function keyProblem(text: string) {
  const fields = jsonFields(text) ?? jsonFields(urlDecoded(text));
  if (fields === undefined) return "expectedJson";
  const { accessToken, refreshToken, expiresAt } = fields;
  const isWhole = [accessToken, refreshToken].every((one) => typeof one === "string" && TOKEN.test(one));
  if (!isWhole || expiresAt === undefined) return "malformed";
  return Number.parseFloat(String(expiresAt)) > Date.now() ? undefined : "expired";
}
