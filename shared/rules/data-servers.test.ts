import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type DataServer,
  murmurHash2,
  parseDataServers,
  serverOf,
  writeDataServers,
} from "./data-servers.ts";

const hashOf = (text: string) => murmurHash2(new TextEncoder().encode(text));

describe("MurmurHash2", () => {
  test("matches the known results of other clients", () => {
    expect([hashOf(""), hashOf("/data/x")]).toEqual([0, 871_033_270]);
  });

  test("has the verification value that SMHasher publishes for it", () => {
    // Hashes of 0, 1, ... 254 bytes, each with a seed of its own, are hashed together.
    const key = Uint8Array.from({ length: 256 }, (_, at) => at);
    const hashes = new DataView(new ArrayBuffer(1_024));
    for (let length = 0; length < 256; length += 1)
      hashes.setUint32(length * 4, murmurHash2(key.subarray(0, length), 256 - length), true);
    expect(murmurHash2(new Uint8Array(hashes.buffer))).toBe(0x27864c1e);
  });
});

describe("the server of a path", () => {
  const servers = parseDataServers("https://1.test,https://2.test,https://3.test,https://4.test");

  test("is the one that nginx 1.22 chooses with split_clients 25% 25% 25% *", () => {
    const answers =
      "442143211143331233313233322244233144111422414312141333443234224341444323412223334231112313213131122114";
    const chosen = [...answers].map((_, at) => {
      const hash = createHash("sha256").update(`roost ${at}`).digest("hex");
      const ext = ["", ".png", ".mp4", ".jpeg"][at % 4];
      return serverOf(servers, `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${ext}`)?.at(8);
    });
    expect(chosen.join("")).toBe(answers);
  });

  test("is none without servers, and the only one", () => {
    expect(serverOf([], "/x")).toBeUndefined();
    expect(serverOf(parseDataServers("https://1.test"), "/x")).toBe("https://1.test");
  });

  test("takes the shares that are given", () => {
    const counted = (list: DataServer[]) => {
      const counts: Record<string, number> = {};
      for (let at = 0; at < 4_000; at += 1) {
        const origin = serverOf(list, `/${at}`) ?? "";
        counts[origin] = (counts[origin] ?? 0) + 1;
      }
      return counts;
    };
    const some = counted(parseDataServers("http://a:1=0,http://b=10,http://c"));
    expect(Object.keys(some).sort()).toEqual(["http://b", "http://c"]);
    expect(some["http://b"]).toBeGreaterThan(330);
    expect(some["http://b"]).toBeLessThan(470);
  });
});

describe("a list of data servers", () => {
  test("is read with its shares, and written so that it is read again", () => {
    const servers = parseDataServers(" https://N1.example.org/=25, http://[::1]:8000=10 ,https://c.test");
    expect(servers).toEqual([
      { origin: "https://n1.example.org", weight: 25 },
      { origin: "http://[::1]:8000", weight: 10 },
      { origin: "https://c.test", weight: 65 },
    ]);
    expect(parseDataServers(writeDataServers(servers))).toEqual(servers);
    expect(parseDataServers("")).toEqual([]);
    expect(
      parseDataServers("https://1.t,https://2.t,https://3.t,https://4.t").map(({ weight }) => weight),
    ).toEqual([25, 25, 25, 25]);
  });

  test.each([
    "n1.example.org",
    "ftp://n1.example.org",
    "https://n1.example.org/path",
    "https://a b",
    "https://a;script-src",
    "https://user@host",
    "https://a=1.5,https://b",
    "https://a=60,https://b=50,https://c",
    "https://a,https://b,https://c,https://d,https://e",
    "%DATA_SERVERS%",
  ])("%s is refused", (text) => {
    expect(() => parseDataServers(text)).toThrow();
  });
});
