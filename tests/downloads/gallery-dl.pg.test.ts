/** Folders written by the gallery-dl of this machine; Debian's is 1.25.3, which calls its archives kemonoparty. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findGalleryDl } from "#backend/imports/connectors/gallery-dl/manifest.ts";
import { EgressProxy } from "#backend/imports/connectors/proxy.ts";
import { temporary } from "#tests/bundle/bundle.ts";
import { sendJson, startInventedSite } from "#tests/importer/invented-site.ts";
import { createDatabase } from "#tests/support/database.ts";
import { importFolders } from "./import.ts";

const run = promisify(execFile);
const HOST = "kemono.party";
const program = await findGalleryDl();
const modules = await run(program ?? "true", ["--config-ignore", "--list-modules"]).catch((error) => error);
const isOld = String(modules.stdout).split(/\s+/).includes("kemonoparty");

const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001080600000", "hex");
/** Bytes by SHA-256. */
const FILES = new Map(
  ["main", "first", "second"].map((text) => {
    const bytes = Buffer.concat([PNG, Buffer.from(text)]);
    return [createHash("sha256").update(bytes).digest("hex"), bytes] as const;
  }),
);
const [MAIN = "", FIRST = "", SECOND = ""] = FILES.keys();
const fileOf = (name: string, hash: string) => ({
  name,
  path: `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.png`,
});
const postOf = (id: string, more: object) => ({
  ...{ id, user: "66001", service: "fanbox", title: `絵 ${id}`, content: `<p>Text of ${id}</p>` },
  ...{ added: "Wed, 06 May 2020 20:28:02 GMT", published: "Sun, 11 Aug 2019 02:09:04 GMT", edited: null },
  ...{ embed: {}, shared_file: false, file: {}, attachments: [] },
  ...more,
});
const POSTS = [
  postOf("102", {}),
  postOf("101", {
    file: fileOf("cover.png", MAIN),
    attachments: [fileOf("1.png", FIRST), fileOf("灯台 2.png", SECOND)],
  }),
];
const COMMENT = `<article id="c1"><a href="#c1">Bea &amp; Co</a>
  <section class="comment__body"> <p>Fine</p> </section><time datetime="2019-08-12 10:00:00"></time></article>`;
const DM = `<article><pre>Hi!</pre></section><time datetime="2021-07-31 02:47:51"></time></article>`;

function answer({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const html = (text: string) =>
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(text);
  const { pathname } = new URL(url, `https://${HOST}`);
  const bytes = FILES.get(/([0-9a-f]{64})\.png$/.exec(pathname)?.[1] ?? "");
  if (bytes !== undefined) response.writeHead(200, { "Content-Type": "image/png" }).end(bytes);
  else if (pathname === "/api/fanbox/user/66001") sendJson(response, POSTS);
  else if (pathname === "/fanbox/user/66001") html('<meta name="artist_name" content="墨池">');
  else if (pathname === "/fanbox/user/66001/dms") html(DM);
  else if (pathname === "/fanbox/user/66001/post/101") html(COMMENT);
  else html("");
}

/** Options that save metadata: of each post, and of each file as well (docs/importing-downloads.md). */
const OF_POSTS = ["-P", "metadata", "-O", "event=post", "-O", "filename={id}.json"];
const ofBoth = (...more: object[]) => [
  "-o",
  `postprocessors=${JSON.stringify([
    { name: "metadata" },
    { name: "metadata", event: "post", filename: "{id}.json" },
    ...more,
  ])}`,
];

async function download(folder: string, options: string[]): Promise<void> {
  await using site = await startInventedSite([HOST], answer);
  const lookup = async () => ["127.0.0.1"];
  const proxy = await EgressProxy.start({ hosts: [HOST], loopbackPort: site.port, lookup });
  const settings = [
    "metadata=true",
    "comments=true",
    "dms=true",
    `verify=${site.caFile}`,
    `proxy=${proxy.url}`,
  ];
  try {
    await run(program ?? "", [
      ...["--config-ignore", "-d", folder, ...settings.flatMap((setting) => ["-o", setting])],
      ...options,
      `https://${HOST}/fanbox/user/66001`,
    ]);
  } finally {
    await proxy.close();
  }
}

test.skipIf(!isOld).each([
  ["posts", OF_POSTS],
  ["posts and files", ofBoth()],
  ["posts, and its files in a ZIP", [...OF_POSTS, "--zip"]],
  ["posts and files, and its files in a CBZ", ofBoth({ name: "zip", extension: "cbz" })],
])(
  "what gallery-dl 1.25.3 writes of an archive, with metadata of %s, is imported whole",
  async (_, options) => {
    await using database = await createDatabase();
    await using folder = await temporary();
    const { sql } = database;
    await download(join(folder.path, "downloads"), options);
    const imported = await importFolders(sql, folder.path, [join(folder.path, "downloads")]);
    expect(imported).toMatchObject({
      ...{ list: [], unknown: [], filesStored: 3 },
      programs: ["gallery-dl kemonoparty/fanbox/66001"],
      added: { creators: 1, posts: 2, comments: 1, dms: 1 },
    });
    expect(await sql`select name from creators`).toEqual([{ name: "墨池" }]);
    const posts = await sql`
    select id, title, content, iso(published) as published, iso(added) as added, file, attachments
    from posts order by id`;
    const dates = { published: "2019-08-11T02:09:04", added: "2020-05-06T20:28:02" };
    expect(posts).toEqual([
      {
        ...{ id: "101", title: "絵 101", content: "<p>Text of 101</p>", ...dates },
        file: fileOf("cover.png", MAIN),
        attachments: [fileOf("1.png", FIRST), fileOf("灯台 2.png", SECOND)],
      },
      { id: "102", title: "絵 102", content: "<p>Text of 102</p>", ...dates, file: {}, attachments: [] },
    ]);
    expect(await sql`select commenter_name, content, iso(published) as published from comments`).toEqual([
      { commenter_name: "Bea & Co", content: "<p>Fine</p>", published: "2019-08-12T10:00:00" },
    ]);
    expect(await sql`select content, iso(published) as published from dms`).toEqual([
      { content: "Hi!", published: "2021-07-31T02:47:51" },
    ]);
  },
);
