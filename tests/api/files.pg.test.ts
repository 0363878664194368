import { createHash } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filePath } from "#shared/rules/files.ts";
import { buildCreator, fakePath } from "#tests/support/factories.ts";
import { rawRequest } from "#tests/support/raw-http.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let movie: string;
let picture: string;
const BYTES = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));

async function store(bytes: Buffer | string, ext: string): Promise<string> {
  const path = filePath(createHash("sha256").update(bytes).digest("hex"), ext);
  const place = join(server.data, "files", path);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, bytes);
  return path;
}

const paint = (width: number, height: number, background = "#336699") =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

beforeAll(async () => {
  server = await startServer();
  movie = await store(BYTES, ".mp4");
  picture = await store(await paint(1_600, 800), ".png");
  await writeFile(join(server.data, "secret.txt"), "canary");
  await buildCreator(server.sql, { id: "with", icon: picture, banner: picture });
  await buildCreator(server.sql, { id: "without", icon: fakePath("d", ".png") });
});
afterAll(() => server[Symbol.asyncDispose]());

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
    ["bytes=0-1,5-6", 200, null, [0, 5_000]],
    ["lines=1-2", 200, null, [0, 5_000]],
  ] as const)("Range %s is answered with %i", async (range, status, part, [from, to]) => {
    const response = await server.get(`/data${movie}`, { headers: { range } });
    expect([response.status, response.headers.get("content-range")]).toEqual([status, part]);
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES.subarray(from, to))).toBe(true);
  });

  test("a range past the end is a 416 that tells the size", async () => {
    const response = await server.get(`/data${movie}`, { headers: { range: "bytes=5000-" } });
    expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */5000"]);
    expect(await response.json()).toEqual({ error: "Range Not Satisfiable" });
  });

  test("HEAD tells the length, a known ETag is a 304", async () => {
    const head = await server.get(`/data${movie}`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "5000", ""]);
    // Not through fetch, which would ask caches to be passed by.
    const known = await rawRequest(
      server.port,
      `/data${movie}`,
      `If-None-Match: ${head.headers.get("etag")}\r\n`,
    );
    expect(known).toMatch(/^HTTP\/1\.1 304 /);
  });

  test.each([
    ["plain.mp4", 'inline; filename="plain.mp4"'],
    ["第1話 ✨.mp4", "inline; filename=\"_1_ _.mp4\"; filename*=UTF-8''%E7%AC%AC1%E8%A9%B1%20%E2%9C%A8.mp4"],
    [
      'a"; x="b\r\nSet-Cookie: s=1',
      "inline; filename=\"a__ x__b__Set-Cookie_ s_1\"; filename*=UTF-8''a%22%3B%20x%3D%22b__Set-Cookie%3A%20s%3D1",
    ],
    ["../../etc/passwd", 'inline; filename=".._.._etc_passwd"'],
    ["", "inline"],
  ])("the name %j cannot leave its header", async (name, header) => {
    const response = await server.get(`/data${movie}?f=${encodeURIComponent(name)}`);
    expect(response.headers.get("content-disposition")).toBe(header);
    expect(response.headers.get("set-cookie")).toBeNull();
  });

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
    ["", 800],
    ["?w=360", 360],
    ["?w=180", 180],
  ])("with %s is WebP of its width", async (query, width) => {
    const response = await server.get(`/thumbnail/data${picture}${query}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width, height: width / 2 });
  });

  test("is made once however many ask at once, and kept", async () => {
    const path = await store(await paint(900, 900, "#aa3311"), ".png");
    const before = server.pictures.made;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.get(`/thumbnail/data${path}?w=360`)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    await server.get(`/thumbnail/data${path}?w=360`);
    expect(server.pictures.made - before).toBe(1);
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
    for (const bytes of [Buffer.from("not an image"), bomb, whole.subarray(0, 60), Buffer.alloc(0)]) {
      const path = await store(bytes, ".png");
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await server.json(`/thumbnail/data${path}`);
        expect([status, body]).toEqual([422, { error: "That image cannot be read." }]);
      }
    }
    const left = await readdir(join(server.data, "cache"), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile() && !entry.name.endsWith(".webp"))).toEqual([]);
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
