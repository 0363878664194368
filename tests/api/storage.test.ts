import { createHash } from "node:crypto";
import { chmod, mkdtemp, open as openFile, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DiskStorage } from "#backend/files/disk.ts";
import { S3Storage } from "#backend/files/s3.ts";
import type { S3Options } from "#backend/files/s3-client.ts";
import {
  copyOut,
  type ExpectedFile,
  FileError,
  type FileStorage,
  type ListedFile,
  StorageError,
  withLocalFile,
} from "#backend/files/storage.ts";
import { filePath } from "#shared/rules/files.ts";
import { fakePath } from "#tests/support/factories.ts";
import { startS3, type TestS3 } from "#tests/support/s3.ts";

const MIB = 1024 * 1024;
let folder: string;
let s3: TestS3;
let options: S3Options;
const kinds: Record<"disk" | "s3", () => FileStorage> = {
  disk: () => new DiskStorage(join(folder, "disk")),
  s3: () => new S3Storage(options, { partBytes: 5 * MIB, pageKeys: 2 }),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-storage-"));
  // Copies of files in it are of this test file, and not of another that runs meanwhile.
  await chmod(folder, 0o711); // another user may pass
  vi.stubEnv("TMPDIR", folder);
  s3 = await startS3();
  options = {
    endpoint: s3.settings.S3_ENDPOINT,
    bucket: s3.settings.S3_BUCKET,
    region: s3.settings.S3_REGION,
    accessKeyId: s3.settings.S3_ACCESS_KEY_ID,
    secretAccessKey: s3.settings.S3_SECRET_ACCESS_KEY,
    prefix: s3.settings.S3_PREFIX,
  };
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

let made = 0;
async function source(bytes: Buffer, ext = ".bin") {
  const place = join(folder, `source-${made++}`);
  await writeFile(place, bytes);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const expected: ExpectedFile = { hash, ext, size: bytes.length };
  return { place, expected, path: filePath(hash, ext), bytes };
}
const noise = (length: number, seed: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 31 + seed * 7 + (at >> 8)) % 256));
async function listAll(storage: FileStorage): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  for await (const file of storage.list()) listed.push(file);
  return listed;
}
const paths = async (storage: FileStorage) => (await listAll(storage)).map(({ path }) => path).sort();
const copies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("roost-file-")).length;

describe.each(Object.entries(kinds))("files on %s", (kind, open) => {
  test("are stored once, read whole and in part, and removed", async () => {
    const storage = open();
    const { place, expected, path, bytes } = await source(noise(5_000, 1));
    expect([await storage.has(expected), await storage.stat(path)]).toEqual([false, undefined]);
    expect(await storage.put(place, expected)).toBe(true);
    expect(await storage.put(place, expected)).toBe(false);
    expect(await storage.has(expected)).toBe(true);
    expect(await storage.has({ ...expected, size: 4_999 })).toBe(false);
    const found = await storage.stat(path);
    expect(found?.size).toBe(5_000);
    expect(Math.abs(Date.now() - Number(found?.modified))).toBeLessThan(60_000);
    expect((await buffer(await storage.read(path))).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 1],
      [10, 19],
      [4_990, 4_999],
      [0, 4_999],
    ] as const)
      expect(
        (await buffer(await storage.read(path, { start, end }))).equals(bytes.subarray(start, end + 1)),
      ).toBe(true);
    await storage.remove(path);
    await storage.remove(path);
    expect(await storage.stat(path)).toBeUndefined();
    await expect(storage.read(path)).rejects.toMatchObject({ fault: "missing file" });
  });

  test("keep the date of their content", async () => {
    const storage = open();
    const modified = new Date("2021-03-04T05:06:07.250Z");
    for (const bytes of [noise(700, 5), Buffer.alloc(6 * MIB, noise(65_537, 6))]) {
      const { place, expected, path } = await source(bytes);
      await storage.put(place, { ...expected, modified });
      expect((await storage.stat(path))?.modified).toEqual(modified);
      await storage.sweep();
      expect(await storage.has(expected)).toBe(true);
    }
  });

  test("that are not what was expected leave nothing behind", async () => {
    const storage = open();
    const { place, expected, path } = await source(noise(3_000, 2));
    const other = { ...expected, hash: "0".repeat(64) };
    const before = await paths(storage);
    await expect(storage.put(place, other)).rejects.toMatchObject({ fault: "hash mismatch" });
    await expect(storage.put(place, { ...expected, size: 1 })).rejects.toMatchObject({
      fault: "size mismatch",
    });
    await expect(storage.put(`${place}-none`, expected)).rejects.toMatchObject({ fault: "missing file" });
    await expect(storage.put(folder, expected)).rejects.toMatchObject({ fault: "missing file" });
    expect(await storage.stat(path)).toBeUndefined();
    expect(await paths(storage)).toEqual(before);
  });

  test("may be stored many times at once, be empty, and be listed", async () => {
    const storage = open();
    const files = await Promise.all(
      [0, 1, 2, 3, 4].map((size) => source(noise(size * 1_000, 3), size === 3 ? "" : ".png")),
    );
    await Promise.all([...files, ...files].map(({ place, expected }) => storage.put(place, expected)));
    const listed = await listAll(storage);
    for (const { path, expected } of files)
      expect(listed.filter((file) => file.path === path).map(({ size }) => size)).toEqual([expected.size]);
    expect(new Set(listed.map(({ path }) => path)).size).toBe(listed.length);
    expect(await buffer(await storage.read(files[0]!.path))).toEqual(Buffer.alloc(0));
    await storage.sweep();
    expect((await paths(storage)).length).toBe(listed.length);
  });

  test("of an import are taken whole, whatever their size, and many at once", async () => {
    const storage = open();
    const sizes = [1, MIB - 1, MIB, MIB + 1, 2 * MIB + 3, 70_000, 90_000, 110_000];
    const taken = sizes.map(async (size, at) => {
      const content = Buffer.alloc(size, `${at} of ${size}`);
      const localPath = join(folder, `${kind}-taken-${size}`);
      await writeFile(localPath, content);
      const handle = await openFile(localPath);
      try {
        let path = "";
        await storage.take({ localPath, handle }, async (found) => {
          expect(found.size).toBe(size);
          path = filePath(found.hash, ".bin");
          return { ext: ".bin", modified: new Date(0), isNew: true };
        });
        expect(
          createHash("sha256")
            .update(await buffer(await storage.read(path)))
            .digest("hex"),
        ).toBe(createHash("sha256").update(content).digest("hex"));
      } finally {
        await handle.close();
      }
    });
    await Promise.all(taken);
  });

  test("of many parts are whole", async () => {
    const storage = open();
    const { place, expected, path, bytes } = await source(Buffer.alloc(12 * MIB, noise(65_537, 4)));
    expect(await storage.put(place, expected)).toBe(true);
    expect((await storage.stat(path))?.size).toBe(12 * MIB);
    const over = { start: 5 * MIB - 3, end: 5 * MIB + 3 };
    expect(
      (await buffer(await storage.read(path, over))).equals(bytes.subarray(over.start, over.end + 1)),
    ).toBe(true);
    const target = join(folder, `out-${made++}`);
    await copyOut(storage, path, target);
    expect((await readFile(target)).equals(bytes)).toBe(true);
    await expect(copyOut(storage, fakePath("a", ".bin"), `${target}-2`)).rejects.toMatchObject({
      fault: "missing file",
    });
  });

  test("can be used at a place of this machine, for a while", async () => {
    const storage = open();
    const { place, expected, path, bytes } = await source(noise(2_000, 5), ".zip");
    await storage.put(place, expected);
    let seen = "";
    const size = await withLocalFile(storage, path, async (local) => {
      seen = local;
      expect((await readFile(local)).equals(bytes)).toBe(true);
      return (await stat(local)).size;
    });
    expect(size).toBe(2_000);
    expect(seen.endsWith(".zip")).toBe(true);
    const failing = withLocalFile(storage, path, () => Promise.reject(new Error("used badly")));
    await expect(failing).rejects.toThrow("used badly");
    await expect(withLocalFile(storage, fakePath("b", ".zip"), async () => 1)).rejects.toThrow(FileError);
    expect(await copies()).toBe(0);
  });

  test.each(["/etc/passwd", "/../../x", "", `${fakePath("c", ".png")}/..`, fakePath("c", ".png").slice(1)])(
    "%j is no path of a file",
    async (path) => {
      const storage = open();
      await expect((async () => storage.stat(path))()).rejects.toThrow("not the path");
      await expect((async () => storage.read(path))()).rejects.toThrow("not the path");
      await expect((async () => storage.remove(path))()).rejects.toThrow("not the path");
    },
  );
});

describe("an S3 server that fails", () => {
  const path = fakePath("d", ".bin");

  async function with_(
    listener: RequestListener,
    use: (storage: S3Storage, asked: () => number) => Promise<void>,
    idleMs = 10_000,
  ) {
    let asked = 0;
    const server = createServer((req, res) => {
      asked += 1;
      listener(req, res);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const storage = new S3Storage({ ...options, endpoint, idleMs });
    try {
      await use(storage, () => asked);
    } finally {
      storage.close();
      server.closeAllConnections();
      server.close();
    }
  }

  test("is asked three times, and then it is the storage's fault", async () => {
    const busy: RequestListener = (_, res) => res.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
    await with_(busy, async (storage, asked) => {
      await expect(storage.stat(path)).rejects.toThrow(StorageError);
      expect(asked()).toBe(3);
    });
  });

  test("and recovers is retried, also during an upload", async () => {
    const { place, expected } = await source(noise(300_000, 6));
    let tries = 0;
    const got: Buffer[] = [];
    await with_(
      async (req, res) => {
        if (req.method === "HEAD") return void res.writeHead(404).end();
        if (++tries === 1) return void req.socket.destroy();
        got.push(await buffer(req));
        res.writeHead(tries === 2 ? 500 : 200).end();
      },
      async (storage) => expect(await storage.put(place, expected)).toBe(true),
    );
    expect(tries).toBe(3);
    for (const bytes of got) expect(bytes.length).toBe(300_000);
  });

  test("refuses us at once", async () => {
    const refusing: RequestListener = (_, res) =>
      res.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    await with_(refusing, async (storage, asked) => {
      await expect(storage.read(path)).rejects.toThrow("403 AccessDenied");
      expect(asked()).toBe(1);
    });
  });

  test("or says nothing is given up", async () => {
    await with_(
      () => {},
      async (storage, asked) => {
        await expect(storage.stat(path)).rejects.toThrow("no byte for 1000 ms");
        expect(asked()).toBe(3);
      },
      1_000,
    );
  });

  test("in the middle of a file fails the reader, and other bytes are no download", async () => {
    const target = join(folder, `cut-${made++}`);
    await with_(
      (_, res) => {
        res.writeHead(200, { "content-length": "1000" }).write(Buffer.alloc(400));
        setTimeout(() => res.destroy(), 20);
      },
      async (storage) => {
        await expect(storage.read(path).then(buffer)).rejects.toThrow();
        await expect(copyOut(storage, path, target)).rejects.toThrow();
      },
    );
    await with_(
      (_, res) => res.writeHead(200, { "content-length": "1000" }).end(Buffer.alloc(1_000)),
      async (storage) => {
        await expect(copyOut(storage, path, `${target}-2`)).rejects.toMatchObject({ fault: "hash mismatch" });
        const small = withLocalFile(storage, path, async () => 1, 999);
        await expect(small).rejects.toMatchObject({ fault: "size mismatch" });
      },
    );
    expect(await copies()).toBe(0);
  });

  test("that is not there is the storage's fault", async () => {
    const storage = new S3Storage({ ...options, endpoint: "http://127.0.0.1:9", idleMs: 200 });
    await expect(storage.stat(path)).rejects.toThrow(StorageError);
  });
});

test.runIf(process.getuid?.() === 0)(
  "a file that another user of the folder stored keeps its date",
  async () => {
    const root = await mkdtemp(join(tmpdir(), "roost-shared-files-"));
    const storage = new DiskStorage(root);
    const { place, expected, path } = await source(noise(100, 9));
    const first = new Date(1_700_000_000_000);
    await storage.put(place, { ...expected, modified: first });
    await chmod(root, 0o755); // mkdtemp makes it the owner's alone
    process.seteuid?.(65_534);
    try {
      expect(await storage.put(place, { ...expected, modified: new Date() })).toBe(false);
      expect((await storage.stat(path))?.modified).toEqual(first);
    } finally {
      process.seteuid?.(0);
      await rm(root, { recursive: true });
    }
  },
);
