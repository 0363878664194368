/** Whatever a client asks to accept, and however it writes the address, every GET answers the same. */
import { Agent, request } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pictureTask } from "#backend/files/measured-pictures.ts";
import { member } from "#tests/support/accounts.ts";
import { addExamples, exampleAddresses, GUEST, getRoutes } from "#tests/support/examples.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

let server: TestServer;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const statuses = new Map<string, number[]>();
let sizes = 0;
/** Cookie of an administrator, who may read everything. */
let cookie = "";

beforeAll(async () => {
  server = await startServer();
  await importSmallSample(server);
  await addExamples(server.sql, server.data);
  // Thumbnails would measure them at any moment, and answers have their sizes.
  const { run } = pictureTask({ ...server, log: pino({ level: "silent" }) });
  while ((await run()) === true);
  const administrator = await member(server, "examples", "administrator");
  cookie = `session=${administrator.cookies.get("session")}; guest=${GUEST}`;
});
afterAll(async () => {
  agent.destroy();
  await server[Symbol.asyncDispose]();
});

interface Answer {
  status: number | undefined;
  type: string | undefined;
  body: Buffer;
}

/** Not by fetch, which always sends an Accept of its own. */
function get(target: string, accept?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = accept === undefined ? { cookie } : { accept, cookie };
    const asked = request(
      { agent, host: "127.0.0.1", port: server.port, path: target, headers },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            type: response.headers["content-type"],
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}

const ACCEPTS = ["text/css", "*/*", undefined, "text/html,application/xhtml+xml;q=0.9", "image/webp;q=1"];

/** The same request in other words. */
function variants(path: string, query: string): [target: string, accept: string | undefined][] {
  const address = (at: string, ...parts: string[]) =>
    [at, parts.filter((part) => part !== "").join("&")].filter((part) => part !== "").join("?");
  const plain = address(path, query);
  const spellings = [address(`${path}/`, query)];
  if (!/(^|&)q=/.test(query))
    spellings.push(address(path, query, "q="), address(`${path}/`, "q=&tag=", query));
  return [
    ...ACCEPTS.map((accept): [string, string | undefined] => [plain, accept]),
    ...spellings.map((target): [string, string | undefined] => [target, "text/css"]),
  ];
}

describe("every GET answers the same", () => {
  test.each(getRoutes().map((route) => [route.path, route] as const))("%s", async (path, route) => {
    for (const example of await exampleAddresses(server.sql, path)) {
      const plain = example.query === "" ? example.path : `${example.path}?${example.query}`;
      const expected = await get(plain, "application/json");
      statuses.set(path, [...(statuses.get(path) ?? []), expected.status ?? 0]);
      sizes += expected.body.length;
      const usual = route.type ?? (route.text === true ? "text/plain" : "application/json");
      const types = expected.status === 200 ? [usual, ...(route.also ?? [])] : ["application/json"];
      if (route.response !== "stream" && route.response !== "file")
        expect(types.map((type) => `${type}; charset=utf-8`)).toContain(expected.type);
      for (const [target, accept] of variants(example.path, example.query)) {
        const answer = await get(target, accept);
        expect({ target, accept, status: answer.status, type: answer.type }).toEqual({
          target,
          accept,
          status: expected.status,
          type: expected.type,
        });
        // A random pick is another one each time.
        if (route.private !== true)
          expect(answer.body.equals(expected.body), `${target} ${accept}`).toBe(true);
      }
    }
  });

  test("and the examples were real: all but search and login providers, which are not here, found something", () => {
    const other = [...statuses]
      .filter(([, all]) => all.some((status) => status !== 200))
      .map(([path]) => path);
    expect(other.sort()).toEqual([
      "/v1/:service/user/:id/community/search",
      "/v1/authentication/single_sign_on/:provider/callback",
      "/v1/discord/server/:id/search",
      "/v1/search/facets",
      "/v1/search/help",
      "/v1/search/posts",
    ]);
    expect(sizes / statuses.size).toBeGreaterThan(500);
  });
});

test.each(["/api/v1/nowhere", "/api/v1/patreon/user/none/profile", "/api/v1/posts?o=7", "/api/v1/file/zz"])(
  "a failure such as %s is the same JSON for everybody",
  async (target) => {
    const expected = await get(target, "application/json");
    expect(expected.status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(expected.body.toString())).toEqual({ error: expect.any(String) });
    for (const accept of ACCEPTS) expect(await get(target, accept)).toEqual(expected);
  },
);
