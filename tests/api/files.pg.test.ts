import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filePath } from "#shared/rules/files.ts";
import { buildCreator, fakePath } from "#tests/support/factories.ts";
import { rawRequest } from "#tests/support/raw-http.ts";
import { startS3, type TestS3 } from "#tests/support/s3.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let bucket: TestS3 | undefined;
let movie: string;
let picture: string;
const BYTES = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));

async function store(bytes: Buffer | string, ext: string): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const folder = await mkdtemp(join(tmpdir(), "roost-source-"));
  try {
    await writeFile(join(folder, "file"), bytes);
    await server.storage.put(join(folder, "file"), { hash, ext, size: Buffer.byteLength(bytes) });
  } finally {
    await rm(folder, { recursive: true });
  }
  return filePath(hash, ext);
}

const paint = (width: number, height: number, background = "#336699") =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

describe.each(["disk", "s3"])("with files on %s", (kind) => {
  beforeAll(async () => {
    bucket = kind === "s3" ? await startS3() : undefined;
    server = await startServer(bucket?.settings);
    movie = await store(BYTES, ".mp4");
    picture = await store(await paint(1_600, 800), ".png");
    await writeFile(join(server.data, "secret.txt"), "canary");
    await buildCreator(server.sql, { id: "with", icon: picture, banner: picture });
    await buildCreator(server.sql, { id: "without", icon: fakePath("d", ".png") });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await bucket?.[Symbol.asyncDispose]();
  });

  describe("a stored file", () => {
    test("comes whole, with its length, type and a name for ever", async () => {
      const response = await server.get(`/data${movie}`);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "video/mp4",
        "content-length": "5000",
        "accept-ranges": "bytes",
        "cache-control": "public, max-age=31536000, immutable",
        "content-disposition": "inline",
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        etag: `"${movie.slice(7, 71)}"`,
      });
      expect(response.headers.get("last-modified")).toMatch(/GMT$/);
      expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
    });

    test.each([
      ["bytes=0-", 206, "bytes 0-4999/5000", [0, 5_000]],
      ["bytes=10-19", 206, "bytes 10-19/5000", [10, 20]],
      ["bytes=-5", 206, "bytes 4995-4999/5000", [4_995, 5_000]],
      ["bytes=4990-99999", 206, "bytes 4990-4999/5000", [4_990, 5_000]],
      ["bytes=-99999", 206, "bytes 0-4999/5000", [0, 5_000]],
      ["bytes=4999-", 206, "bytes 4999-4999/5000", [4_999, 5_000]],
      ["BYTES=0-1", 206, "bytes 0-1/5000", [0, 2]],
      ["bytes=0-1,5-6", 200, null, [0, 5_000]],
      ["bytes=5-2", 200, null, [0, 5_000]],
      ["bytes=-", 200, null, [0, 5_000]],
      ["bytes=a-b", 200, null, [0, 5_000]],
      ["bytes=1-2-3", 200, null, [0, 5_000]],
      ["lines=1-2", 200, null, [0, 5_000]],
    ] as const)("Range %s is answered with %i", async (range, status, part, [from, to]) => {
      const response = await server.get(`/data${movie}`, { headers: { range } });
      expect([response.status, response.headers.get("content-range")]).toEqual([status, part]);
      expect(Buffer.from(await response.arrayBuffer()).equals(BYTES.subarray(from, to))).toBe(true);
    });

    test("is withheld from all who request it at once after a takedown", async () => {
      const path = await store("taken down", ".mp4");
      expect((await server.get(`/data${path}`)).status).toBe(200);
      await server.sql`
        with taken as (
          insert into takedowns (service, "user", held, kind) values ('patreon', 'somebody', true, 'takedown') returning seq)
        insert into removed_files (hash, path, takedown, held) select ${path.slice(7, 71)}, ${path}, seq, true from taken`;
      await allNotified(server);
      const requests: Promise<Response>[] = [];
      await server.sql.begin(async (tx) => {
        await tx`lock table removed_files in access exclusive mode`;
        for (let i = 0; i < 100; i++) requests.push(server.get(`/data${path}`));
        // All requests come while the list is being read.
        const waiting = () => server.sql`select from pg_locks where not granted`;
        await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
      });
      const answers = await Promise.all(requests);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([451]));
    });

    test("a range past the end is a 416 with the size", async () => {
      for (const range of ["bytes=5000-", "bytes=9999999999999999999-", "bytes=-0"]) {
        const response = await server.get(`/data${movie}`, { headers: { range } });
        expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */5000"]);
        expect(response.headers.get("cache-control")).toBe("no-store");
        expect(await response.json()).toEqual({ error: "Range Not Satisfiable" });
      }
    });

    test("conditions are kept to, as RFC 9110 orders them", async () => {
      const etag = `"${movie.slice(7, 71)}"`;
      const modified = (await server.get(`/data${movie}`)).headers.get("last-modified") ?? "";
      const before = new Date(Date.parse(modified) - 1_000).toUTCString();
      const cases: [Record<string, string>, number][] = [
        [{ "if-none-match": etag }, 304],
        [{ "if-none-match": `W/${etag}` }, 304],
        [{ "if-none-match": `"x", ${etag}` }, 304],
        [{ "if-none-match": "*" }, 304],
        [{ "if-none-match": '"x"' }, 200],
        [{ "if-none-match": '"x"', "if-modified-since": modified }, 200],
        [{ "if-none-match": etag, range: "bytes=0-1" }, 304],
        [{ "if-modified-since": modified }, 304],
        [{ "if-modified-since": before }, 200],
        [{ "if-modified-since": "yesterday" }, 200],
        [{ "if-match": etag }, 200],
        [{ "if-match": "*" }, 200],
        [{ "if-match": '"x"' }, 412],
        [{ "if-match": `W/${etag}` }, 412],
        [{ "if-unmodified-since": modified }, 200],
        [{ "if-unmodified-since": before }, 412],
        [{ range: "bytes=0-1", "if-range": etag }, 206],
        [{ range: "bytes=0-1", "if-range": `W/${etag}` }, 200],
        [{ range: "bytes=0-1", "if-range": '"x"' }, 200],
        [{ range: "bytes=0-1", "if-range": modified }, 206],
        [{ range: "bytes=0-1", "if-range": before }, 200],
        [{ range: "bytes=9000-", "if-range": '"x"' }, 200],
      ];
      for (const [headers, status] of cases) {
        // Not through fetch, which would ask caches to be passed by.
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const answer = await rawRequest(server.port, `/data${movie}`, lines.join(""));
        expect([headers, Number(answer.slice(9, 12))]).toEqual([headers, status]);
        if (status === 304) expect(answer).toMatch(/\r\n\r\n$/);
      }
    });

    test("HEAD has the headers of GET, and ignores ranges", async () => {
      for (const headers of [{ accept: "*/*" }, { range: "bytes=0-9" }] as Record<string, string>[]) {
        const head = await server.get(`/data${movie}`, { method: "HEAD", headers });
        expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
          200,
          "5000",
          "",
        ]);
        expect(head.headers.get("accept-ranges")).toBe("bytes");
      }
      expect((await server.get(`/data${fakePath("e", ".png")}`, { method: "HEAD" })).status).toBe(404);
      expect((await server.get(`/data${movie}`, { method: "POST" })).status).toBe(405);
    });

    test("an empty one and a large one come whole", async () => {
      const empty = await server.get(`/data${await store("", ".png")}`);
      expect([empty.status, empty.headers.get("content-length"), await empty.text()]).toEqual([200, "0", ""]);
      const bytes = Buffer.alloc(3_000_000, BYTES);
      const large = await server.get(`/data${await store(bytes, ".mp4")}`);
      expect(Buffer.from(await large.arrayBuffer()).equals(bytes)).toBe(true);
    });

    test("an aborted download does not affect the next request", async () => {
      const path = await store(Buffer.alloc(8_000_000, BYTES), ".mp4");
      for (let time = 0; time < 5; time += 1) {
        const abort = new AbortController();
        const response = await server.get(`/data${path}`, { signal: abort.signal });
        await response.body?.getReader().read();
        abort.abort();
      }
      const response = await server.get(`/data${path}`, { headers: { range: "bytes=-3" } });
      expect((await response.arrayBuffer()).byteLength).toBe(3);
    });

    test.each([
      ["plain.mp4", 'inline; filename="plain.mp4"'],
      [
        "第1話 ✨.mp4",
        "inline; filename=\"_1_ _.mp4\"; filename*=UTF-8''%E7%AC%AC1%E8%A9%B1%20%E2%9C%A8.mp4",
      ],
      [
        'a"; x="b\r\nSet-Cookie: s=1',
        "inline; filename=\"a__ x__b__Set-Cookie_ s_1\"; filename*=UTF-8''a%22%3B%20x%3D%22b__Set-Cookie%3A%20s%3D1",
      ],
      ["../../etc/passwd", 'inline; filename=".._.._etc_passwd"'],
      [
        "Привет мир.mp4",
        "inline; filename=\"______ ___.mp4\"; filename*=UTF-8''%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82%20%D0%BC%D0%B8%D1%80.mp4",
      ],
      ["أهلا.zip", "inline; filename=\"____.zip\"; filename*=UTF-8''%D8%A3%D9%87%D9%84%D8%A7.zip"],
      ["it's (1)*.mp4", "inline; filename=\"it_s (1)_.mp4\"; filename*=UTF-8''it%27s%20%281%29%2A.mp4"],
      ["evil\u202Egpj.exe", 'inline; filename="evilgpj.exe"'],
      [
        "\u{1f469}\u200d\u{1f4bb}.mp4",
        "inline; filename=\"___.mp4\"; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB.mp4",
      ],
      ['a\\"b\u0085c\u2028d', "inline; filename=\"a__b_c_d\"; filename*=UTF-8''a_%22b_c%E2%80%A8d"],
      ["", "inline"],
    ])("the name %j cannot leave its header", async (name, header) => {
      const response = await server.get(`/data${movie}?f=${encodeURIComponent(name)}`);
      expect(response.headers.get("content-disposition")).toBe(header);
      expect(response.headers.get("set-cookie")).toBeNull();
    });

    test.each([
      ["\u3042".repeat(200), ".mp4", 83 * 3 + 4],
      ["e\u0301".repeat(200), ".tar.gz", 84 * 3 + 3],
      ["a".repeat(400), "", 255],
      ["a".repeat(300), ".b".repeat(30), 255],
    ])(
      "the name %s%s is cut to 255 bytes before a whole character, its extension stays",
      async (stem, ext, bytes) => {
        const response = await server.get(`/data${movie}?f=${encodeURIComponent(stem + ext)}`);
        const header = response.headers.get("content-disposition") ?? "";
        const name = decodeURIComponent(/filename\*?="?(?:UTF-8'')?([^"]*)"?$/.exec(header)?.[1] ?? "");
        expect(Buffer.byteLength(name)).toBe(bytes);
        expect(name.endsWith(ext.slice(ext.lastIndexOf(".")))).toBe(true);
        expect(stem.startsWith(name.slice(0, name.indexOf(".") < 0 ? undefined : name.indexOf(".")))).toBe(
          true,
        );
      },
    );

    test.each([".html", ".svg", ".js", ".xml", ".xhtml", ".swf", ".pdf", ".bin", ".css", ".wasm", ""])(
      "%s is only ever downloaded",
      async (ext) => {
        const path = await store("<script>alert(1)</script>", ext);
        const { headers, status } = await server.get(`/data${path}?f=page.html`);
        expect(status).toBe(200);
        expect(headers.get("content-type")).toMatch(/^application\/(octet-stream|pdf)$/);
        expect(headers.get("content-disposition")).toBe('attachment; filename="page.html"');
        expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      },
    );

    test("is never a service worker", async () => {
      const response = await server.get(`/data${movie}`, { headers: { "service-worker": "script" } });
      expect(response.status).toBe(403);
    });

    test("bare and doubled addresses lead to it", async () => {
      for (const path of [movie, `/${movie}`, `${movie}?f=a%20b`]) {
        const answer = await rawRequest(server.port, path);
        expect(answer).toMatch(/^HTTP\/1\.1 302 /);
        expect(answer).toContain(`\r\nLocation: /data${movie}${path.includes("?") ? "?f=a%20b" : ""}\r\n`);
      }
      expect(await rawRequest(server.port, `/data/${movie}`)).toMatch(/^HTTP\/1\.1 200 /);
    });

    test.each([
      "/data/../secret.txt",
      "/data/%2e%2e/secret.txt",
      "/data/..%2fsecret.txt",
      "/data/%2e%2e%5csecret.txt",
      "/data/....//secret.txt",
      "/data//secret.txt",
      "/data/aa/bb/../../../secret.txt",
      "/thumbnail/data/../../secret.txt",
      "/thumbnail/../secret.txt",
      "/icons/../secret.txt",
      "/assets/../../secret.txt",
      "/assets/%2e%2e/%2e%2e/secret.txt",
      `/data${fakePath("e", ".png")}`,
      `/data${fakePath("e", ".png")}/`,
      `/data${fakePath("e", ".png")}/../../../../secret.txt`,
      `/data${fakePath("e", ".png").toUpperCase()}`,
      "/data/%00",
      "/data/%c0%ae%c0%ae/secret.txt",
      "/data/..;/secret.txt",
      "/data/.incoming/x.part",
      "/inline/x.png",
      "/data/",
      "/data",
    ])("%s is nothing", async (path) => {
      const answer = await rawRequest(server.port, path);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer).not.toContain("canary");
    });
  });

  describe("a small picture", () => {
    test.each([
      [undefined, "webp"],
      ["*/*", "webp"],
      ["image/*", "webp"],
      ["image/webp,*/*;q=0.8", "webp"],
      ["image/avif;q=0, image/webp", "webp"],
      ["image/avif,image/webp,image/apng,*/*;q=0.8", "avif"],
      ["text/html, image/avif;q=0.5", "avif"],
    ])("for Accept %s is %s, with its own ETag", async (accept, format) => {
      const line = accept === undefined ? "" : `Accept: ${accept}\r\n`;
      const answer = await rawRequest(server.port, `/thumbnail/data${picture}?w=180`, line);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain(`\r\ncontent-type: image/${format}\r\n`);
      expect(answer).toMatch(/\r\nvary: accept\r\n/i);
      expect(answer).toContain(`\r\netag: "${picture.slice(7, 71)}-180-${format}"\r\n`);
      const bytes = Buffer.from(answer.slice(answer.indexOf("\r\n\r\n") + 4), "latin1");
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: format === "avif" ? "heif" : format,
        width: 180,
      });
    });

    test("has no metadata of place and camera, and is upright", async () => {
      const bytes = await sharp(await paint(600, 300))
        .withExif({ IFD0: { Copyright: "Ann", Make: "Camera" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
        .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>here</x:xmpmeta>")
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      expect((await sharp(bytes).metadata()).exif).toBeDefined();
      const path = await store(bytes, ".jpg");
      for (const accept of ["image/webp", "image/avif"]) {
        const response = await server.get(`/thumbnail/data${path}`, { headers: { accept } });
        const small = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
        expect(small).toMatchObject({ width: 300, height: 600 });
        expect([small.exif, small.xmp, small.iptc, small.icc]).toEqual([
          undefined,
          undefined,
          undefined,
          undefined,
        ]);
      }
    });

    test.each([
      ["", 800],
      ["?w=540", 540],
      ["?w=360", 360],
      ["?w=180", 180],
    ])("with %s is WebP of its width", async (query, width) => {
      const response = await server.get(`/thumbnail/data${picture}${query}`);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width, height: width / 2 });
    });

    test("is made once for any number of simultaneous requests, and cached", async () => {
      const path = await store(await paint(900, 900, "#aa3311"), ".png");
      const before = server.pictures.made;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => server.get(`/thumbnail/data${path}?w=360`)),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
      await server.get(`/thumbnail/data${path}?w=360`);
      expect(server.pictures.made - before).toBe(1);
      await server.pictures.remove(path);
      await server.get(`/thumbnail/data${path}?w=360`);
      expect(server.pictures.made - before).toBe(2);
    });

    test("of a small image is not larger than it", async () => {
      const path = await store(await paint(40, 30), ".png");
      const bytes = Buffer.from(await (await server.get(`/thumbnail/data${path}`)).arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
    });

    test("of what is no image is a typed error and leaves nothing behind", async () => {
      const whole = await paint(500, 500);
      const bomb = Buffer.from(whole);
      bomb.writeUInt32BE(100_000, 16); // the header claims 100,000 x 100,000 pixels
      bomb.writeUInt32BE(100_000, 20);
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
      const unsupported = [Buffer.from(svg), gzipSync(svg)]; // the library reads both
      const broken = [Buffer.from("not an image"), bomb, whole.subarray(0, 60), Buffer.alloc(0)];
      for (const bytes of [...broken, ...unsupported]) {
        const path = await store(bytes, ".png");
        for (let time = 0; time < 2; time += 1) {
          const { status, body } = await server.json(`/thumbnail/data${path}`);
          expect([status, body]).toEqual([422, { error: "That image cannot be read." }]);
        }
      }
      const left = await readdir(join(server.data, "cache"), { recursive: true, withFileTypes: true });
      expect(
        left.filter((entry) => entry.isFile() && !/^[0-9a-f]{64}\.(webp|avif)$/.test(entry.name)),
      ).toEqual([]);
    });

    test.each([
      [`/thumbnail/data${fakePath("f", ".png")}`, 404],
      ["/thumbnail/data/x", 404],
      ["/thumbnail/files", 404],
    ])("%s is a 404", async (path, status) => {
      expect((await server.get(path)).status).toBe(status);
    });

    test("of a width that is not on the list, or of a video, is refused", async () => {
      expect((await server.get(`/thumbnail/data${picture}?w=5000`)).status).toBe(400);
      expect((await server.get(`/thumbnail/data${movie}`)).status).toBe(404);
    });
  });

  test("creators have icons and banners where they have them", async () => {
    const icon = await server.get("/icons/patreon/with");
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(await sharp(Buffer.from(await icon.arrayBuffer())).metadata()).toMatchObject({
      width: 180,
      height: 180,
    });
    expect((await server.get("/banners/patreon/with")).status).toBe(200);
    for (const path of [
      "/icons/patreon/without",
      "/banners/patreon/without",
      "/icons/patreon/nobody",
      "/icons/patreon",
    ]) {
      expect([path, (await server.get(path)).status]).toEqual([path, 404]);
    }
  });

  test("our own pages may ask for an empty picture where there is none: a 404 would stand in the console", async () => {
    const empty = await server.get("/banners/patreon/without?else=blank");
    expect([empty.status, empty.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect((await server.get("/icons/patreon/with?else=blank")).headers.get("content-type")).toBe(
      "image/webp",
    );
  });
});
