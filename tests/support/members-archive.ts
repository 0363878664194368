/** An archive for members with the built app, and one post of one creator. */
import { createHash } from "node:crypto";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { filePath } from "#shared/rules/files.ts";
import { BEHIND_PROXY } from "./accounts.ts";
import { buildCreator, buildPost } from "./factories.ts";
import { startServer, type TestServer } from "./server.ts";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
export const CREATOR = "Quiet Lantern";
export const TITLE = "Secret harbor";
export const CREATOR_PATH = "/patreon/user/7";
export const POST = `${CREATOR_PATH}/post/1`;
export const ICON = "/icons/patreon/7";
export const readPicture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: "#369" } })
    .png()
    .toBuffer();

export async function startMembersArchive(): Promise<TestServer> {
  const server = await startServer({ ...BEHIND_PROXY, ACCESS: "members" });
  for (const folder of ["pwa", "ssr"]) await symlink(join(DIST, folder), join(server.data, folder));
  const picture = await readPicture();
  const hash = createHash("sha256").update(picture).digest("hex");
  await writeFile(join(server.data, "icon.png"), picture);
  await server.storage.put(join(server.data, "icon.png"), { hash, ext: ".png", size: picture.length });
  await buildCreator(server.sql, { id: "7", name: CREATOR, icon: filePath(hash, ".png") });
  const file = { name: "harbor.png", path: filePath(hash, ".png") };
  await buildPost(server.sql, { user: "7", id: "1", title: TITLE, file });
  return server;
}
